"""Starting the server: print the address, open the browser, serve until interrupted."""

import socket
import threading
import webbrowser

import uvicorn

from trigrad.web import settings
from trigrad.web.app import create_app

HOST = "127.0.0.1"


def serve(port: int, *, open_browser: bool, host: str = HOST) -> None:
    """Serve on a port (0 = any free one) until interrupted; ``OSError`` if the port is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    address = f"http://{'localhost' if host == HOST else host}:{listener.getsockname()[1]}/"
    print(f"Trigrad is at {address}  (Ctrl+C ends it)", flush=True)
    if open_browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        create_app(settings.from_environment()), log_level="warning", timeout_graceful_shutdown=2, access_log=False
    )
    uvicorn.Server(config).run(sockets=[listener])
