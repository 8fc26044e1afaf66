"""The command line: a file per command, and the only place that chooses implementations.

A command is a module of this package, named in ``main.COMMANDS``, with two functions:

``add_arguments(parser: argparse.ArgumentParser) -> None``
    declares its arguments; may set ``parser.epilog``.
``run(args: argparse.Namespace) -> int``
    does the work; 0: done, 1: found something wrong, 2: could not do it. It raises a
    CompanionError for what the user can mend; ``main`` prints it as one sentence.
"""
