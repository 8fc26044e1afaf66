"""High Risk: roped teams race up a mountain, pushing their luck with six dice."""
