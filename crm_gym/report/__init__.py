"""The report: one HTML file with the figures of one or several runs and every episode, to be opened from the disk.

`load` reads run directories, `write_report` writes the page. Figures come from `crm_gym.evaluation.figures`; the page
only draws them.
"""

from crm_gym.report.page import report_html, write_report
from crm_gym.report.runs import PlayedRun, load, named, rejudged

__all__ = ["PlayedRun", "load", "named", "rejudged", "report_html", "write_report"]
