"""How gunicorn serves the app: one process, and as many phones watching as come."""

import os

from gevent import monkey

# Before anything imports psycopg, which otherwise chooses a way to wait that stops every phone.
monkey.patch_all()

_host = os.environ.get("HOST") or "0.0.0.0"
_on_postgresql = os.environ.get("DATABASE_URL", "").startswith("postgres")

wsgi_app = "companion:create_app()"
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT') or 8000}"
worker_class = "gevent"
# SQLite has one writer, and watchers hear of a change only inside the process that made it.
workers = int(os.environ.get("WEB_CONCURRENCY") or (2 if _on_postgresql else 1))
worker_connections = 4000  # each watching phone holds one; beyond them requests hang silently
graceful_timeout = 4  # seconds; a watching phone never finishes by itself
accesslog = None  # addresses of requests may carry a scorer's token
control_socket_disable = True
