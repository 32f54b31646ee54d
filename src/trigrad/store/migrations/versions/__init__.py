"""The steps, one module each; none is ever changed once it has been released."""
