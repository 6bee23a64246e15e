"""Conditions in bridge English, close to the words an author would write.

A comma is the loosest *and*; inside an *or* parts are joined by ``and`` and put in parentheses.
"""

from __future__ import annotations

from bridgelang.constraints.nodes import And, Constant, Node, Not, Or, Shape, Steer, Within


def describe(node: Node) -> str:
    """The condition in words.

    >>> from bridgelang.constraints.nodes import both, either, within
    >>> from bridgelang.features.quantities import quantity
    >>> hcp, hearts, spades = quantity("hcp"), quantity("length", 2), quantity("length", 3)
    >>> describe(both(within(hcp, 8, 37), either(within(hearts, 4, 13), within(spades, 4, 13))))
    '8+ hcp, 4+ hearts or 4+ spades'
    >>> describe(either(both(within(hcp, 8, 9), within(hearts, 5, 13)), within(hcp, 10, 37)))
    '(8-9 hcp and 5+ hearts) or 10+ hcp'
    """
    if isinstance(node, And):
        plain = [part for part in node.parts if not isinstance(part, Steer)]
        steered = [part for part in node.parts if isinstance(part, Steer)]
        return ", ".join(_inside_list(part) for part in plain + steered)
    return _inside_list(node)


def _inside_list(node: Node) -> str:
    """As one item between commas: an *or* may stand bare."""
    if isinstance(node, Or):
        return " or ".join(_tight(part) for part in node.parts)
    if isinstance(node, Steer):
        return f"provided {_tight(node.parts[0])}"
    return _tight(node)


def _tight(node: Node) -> str:
    """As a part of *or*, *not* or *provided*."""
    if isinstance(node, Constant):
        return "any hand" if node.value else "no hand"
    if isinstance(node, Within):
        return node.quantity.unit_text(node.lo, node.hi)
    if isinstance(node, Shape):
        return node.label
    if isinstance(node, Not):
        return f"not {_tight(node.parts[0])}"
    if isinstance(node, Steer):
        return f"(provided {_tight(node.parts[0])})"
    joint = " and " if isinstance(node, And) else " or "
    return f"({joint.join(_tight(part) for part in node.parts)})"
