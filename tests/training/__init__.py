"""Makes, trains and exports the net of ``vision/dice/model.onnx``. See ``docs/model.md``."""
