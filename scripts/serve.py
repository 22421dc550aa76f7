"""Serves the app: brings the database up to date, says where it is, becomes gunicorn."""

import io
import os
import socket
import sys

import segno
from flask_migrate import upgrade

from companion import create_app


def room_address() -> str | None:
    """The address by which other phones in the room reach this machine, or None.

    Nothing is sent: connecting a UDP socket only chooses the interface.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for elsewhere in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
            try:
                probe.connect((elsewhere, 9))
            except OSError:
                continue
            return probe.getsockname()[0]
    return None


def announce(host: str, port: int) -> None:
    """Prints where the app is, and for the phones in the room a QR code of the address.

    Behind a proxy there is none: phones must not come past it.
    """
    here = f"http://localhost:{port}"
    shown = room_address() if host in ("0.0.0.0", "::") else host
    proxied = int(os.environ.get("TRUSTED_PROXIES") or 0)
    if proxied or shown in (None, "127.0.0.1", "::1", "localhost"):
        print(f"Haggis Companion: {here}", flush=True)
        return
    there = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    segno.make_qr(there, error="l").terminal(compact=True, border=2)
    print(f"Haggis Companion: {there} for the phones in this room, {here} here", flush=True)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the QR code's blocks
    with create_app().app_context():
        upgrade()
    announce(os.environ.get("HOST") or "0.0.0.0", int(os.environ.get("PORT") or 8000))
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py"])
