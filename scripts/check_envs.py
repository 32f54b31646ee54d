"""Let the libraries that ``trigrad.envs`` adapts to test its environments, in an environment of their own.

python3 -m scripts.check_envs            what follows goes to pytest
"""

import os
import subprocess
import sys

from scripts import tools
from start import ROOT


def main(more: list[str]) -> int:
    """Set up, then become pytest."""
    python = tools.environment("envs")
    command = [str(python), "-m", "pytest", "-m", "envs", "tests/envs", *more]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"TRIGRAD_NATIVE": "0"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
