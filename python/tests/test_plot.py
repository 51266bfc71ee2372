# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
import rigor


def test_plots_show_the_numbers_of_the_trace() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import rigor.plot

    run = rigor.run(rigor.example("die"))
    axes = rigor.plot.positions(run, "die", count=50)
    times = np.linspace(run.trace.start, run.trace.end, 50)
    assert np.array_equal(axes.lines[2].get_ydata(), run.trace.position("die", times)[:, 2])
    assert len(rigor.plot.speeds(run).lines) == 1
    before = len(axes.lines)
    rigor.plot.events(run, axes=axes)
    assert len(axes.lines) == before + len(run.events)
    energies = rigor.plot.energy(run).lines[0].get_ydata()
    assert len(energies) >= 2 and energies[-1] < energies[0]
