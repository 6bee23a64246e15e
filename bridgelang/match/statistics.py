"""Means with their standard errors, from exact sums, so that the order of adding never shows."""

from __future__ import annotations

from math import expm1, pi, sqrt, tan

import attrs

__all__ = ["Moments", "normal_quantile", "student_quantile"]


@attrs.frozen
class Moments:
    """How many whole numbers were seen, their sum, and the sum of their squares.

    >>> some = Moments.of([3, -1, 4]) + Moments.of([0, 0])
    >>> some.count, some.mean, round(some.standard_error, 4)
    (5, 1.2, 0.9695)
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, values: list[int]) -> Moments:
        """The moments of these values."""
        return cls(len(values), sum(values), sum([value * value for value in values]))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def plus(self, value: int) -> Moments:
        """With one more value."""
        return Moments(self.count + 1, self.total + value, self.squares + value * value)

    @property
    def mean(self) -> float:
        """The mean, 0 when nothing was seen."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The sample variance (with n - 1), 0 for fewer than two values."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total * self.total) / (self.count * (self.count - 1))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, 0 for fewer than two values."""
        return sqrt(self.variance / self.count) if self.count else 0.0

    def half_width(self, level: float = 0.95) -> float:
        """Half the width of the interval for the mean at this level, by Student's distribution."""
        if self.count < 2:
            return 0.0
        return student_quantile((1 + level) / 2, self.count - 1) * self.standard_error


def normal_quantile(p: float) -> float:
    """The point below which the standard normal distribution has probability ``p``.

    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf(p)


def student_quantile(p: float, freedom: int) -> float:
    """The point below which Student's distribution has probability ``p``, for 0.5 <= p < 1.

    >>> round(student_quantile(0.975, 10), 3), round(student_quantile(0.975, 100_000), 4)
    (2.228, 1.96)

    From G. W. Hill, Algorithm 396, Communications of the ACM 13 (1970); exact for one and two degrees of
    freedom, and to about four digits or better from three on. Raises ``ValueError`` outside its range.
    """
    if not 0.5 <= p < 1 or freedom < 1:
        raise ValueError(f"no quantile for probability {p} and {freedom} degrees of freedom")
    tails = 2 * (1 - p)
    if tails == 1:
        return 0.0
    if freedom == 1:
        return 1 / tan(tails * pi / 2)
    if freedom == 2:
        return sqrt(2 / (tails * (2 - tails)) - 2)
    n = float(freedom)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * n
    x = d * tails
    y = x ** (2 / n)
    if y > 0.05 + a:
        x = normal_quantile(tails / 2)
        y = x * x
        if freedom < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = expm1(y)
    else:
        correction = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
        y = (correction * y - 1) * (n + 1) / (n + 2) + 1 / y
    return sqrt(n * y)
