"""The server: pages, live updates, JSON API."""
