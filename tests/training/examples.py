"""The programs of examples/ as modules."""

import importlib.util
import sys
import warnings
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    """A program as a module: what it defines can be tested, and pickled.

    What libraries have to say of their own parts while they are imported is not this project's.
    """
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings(action="ignore"):
        spec.loader.exec_module(module)
    return module
