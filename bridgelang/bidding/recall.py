"""The one memory: what was worked out at one point of an auction serves every other that gives the same answers.

While something is worked out, every question that is asked of the point is written down with its answer. Which question
is asked next follows from the answers so far; so the questions form a tree, and a later point only answers until it
comes to the end, or to an answer that is new.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar, cast

from bridgelang.bidding.place import Asked, Counts, Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.questions import Question

R = TypeVar("R")
T = TypeVar("T", bound=Hashable)


class Trace(Asked):
    """The questions asked of a point, with their answers, in order; the same question is asked once.

    ``asked`` are those that are asked in any case, and have been.
    """

    __slots__ = ("_answers", "asked")

    def __init__(
        self,
        point: Point,
        vulnerability: int,
        counts: Counts,
        asked: Sequence[tuple[Question[Hashable], Hashable]] = (),
    ) -> None:
        super().__init__(point, vulnerability, counts)
        self.asked = list(asked)
        self._answers = dict(asked)

    def ask(self, question: Question[T]) -> T:
        """The answer to a question."""
        if question in self._answers:
            return cast(T, self._answers[question])
        answer = self._answers[question] = question.of(self.point, self.vulnerability)
        self.asked.append((question, answer))
        return answer

    def place(self) -> Place:
        """The point as an open place, for what asks nothing that has not been written down."""
        return Place(self.point, self.vulnerability, self.counts)


class _Step(Generic[R]):
    """The question that comes next, and for each answer where it leads; or the end, where ``found`` is known.

    Most steps ever have one answer: the first stands in the step itself, the others in a table.
    """

    __slots__ = ("answer", "found", "next", "others", "question", "vulnerability")

    def __init__(self, vulnerability: bool) -> None:
        self.question: Question[Hashable] | None = None
        self.answer: Hashable = None
        self.next: _Step[R] | None = None
        self.others: dict[Hashable, _Step[R]] | None = None
        self.found: R | None = None
        self.vulnerability = vulnerability  # some question on the way asked who is vulnerable

    def after(self, answer: Hashable) -> _Step[R] | None:
        """Where an answer leads; None for one that is new."""
        if self.next is not None and answer == self.answer:
            return self.next
        return None if self.others is None else self.others.get(answer)

    def grow(self, question: Question[Hashable], answer: Hashable) -> _Step[R]:
        """A step more, for an answer that is new."""
        step: _Step[R] = _Step(self.vulnerability or question.vulnerability)
        self.question = question
        if self.next is None:
            self.answer, self.next = answer, step
        elif self.others is None:
            self.others = {answer: step}
        else:
            self.others[answer] = step
        return step


class Recall(Generic[R]):
    """What came of one computation at points so far; ``steps`` counts the answers remembered."""

    __slots__ = ("_first", "steps")

    def __init__(self) -> None:
        self._first: _Step[R] = _Step(False)
        self.steps = 0

    def find(self, point: Point, vulnerability: int, counts: Counts, compute: Callable[[Trace], R]) -> tuple[R, bool]:
        """What the computation gives at a point, and whether that hangs on who is vulnerable."""
        step = self._first
        asked: list[tuple[Question[Hashable], Hashable]] = []
        question = step.question
        while question is not None:
            answer = question.of(point, vulnerability)
            if answer == step.answer:
                after = step.next
            else:
                after = None if step.others is None else step.others.get(answer)
            asked.append((question, answer))
            if after is None:
                break
            step = after
            question = step.question
        else:
            if step.found is not None:
                return step.found, step.vulnerability
        return self._go_on(Trace(point, vulnerability, counts, asked), step, question is not None, compute)

    def _go_on(self, trace: Trace, step: _Step[R], fresh: bool, compute: Callable[[Trace], R]) -> tuple[R, bool]:
        """Work it out; asked were the questions that lead to a step, and a ``fresh`` one more."""
        known = len(trace.asked) - fresh
        found = compute(trace)
        for question, answer in trace.asked[known:]:
            after = step.after(answer)
            if after is None:
                after = step.grow(question, answer)
                self.steps += 1
            step = after
        step.found = found
        return found, step.vulnerability
