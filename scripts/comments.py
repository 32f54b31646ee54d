"""For the reference: a field that has no docstring is explained by the comment beside it."""

from typing import Any

import griffe


class Comments(griffe.Extension):  # type: ignore[misc]  # griffe is installed for the site alone
    """Take the comment at the end of an attribute's line for its docstring."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Called for each attribute once its module was read."""
        if attr.docstring is None and attr.lines and "  # " in attr.lines[-1]:
            comment = attr.lines[-1].rpartition("  # ")[2]
            if not comment.startswith(("noqa", "type: ignore", "pragma")):
                attr.docstring = griffe.Docstring(comment, parent=attr)
