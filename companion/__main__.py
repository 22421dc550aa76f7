"""`python -m companion COMMAND`: backup, restore, prune, unarchive."""

from flask.cli import FlaskGroup

from companion import create_app

if __name__ == "__main__":
    FlaskGroup(create_app=create_app, help=__doc__)(prog_name="python -m companion")
