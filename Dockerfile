# Loophole in a small image: built in one stage, run in another that has no tools for building, by a user without rights.
#
#   make image                   (or, on whatever the tag stands for at that moment: docker build -t loophole .)
#   docker run … (docs/hosting.md has the whole line)
#   deploy/loophole check

# `make image` builds on the digest that this tag stands for, and says which; `make image-base` writes it in here.
ARG BASE=python:3.12-slim

FROM ${BASE} AS build
COPY requirements.lock .
RUN python -m venv --without-pip /venv \
 && python -m pip --python /venv/bin/python install --no-cache-dir --no-compile --require-hashes --only-binary :all: \
    -r requirements.lock

FROM ${BASE}
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin loophole \
 && install -d -o loophole -g loophole -m 0750 /data
COPY --from=build /venv /venv
COPY games /app/games
COPY render /app/render
COPY bot /app/bot
# PYTHONSAFEPATH: programs are taken from /app and /venv alone, whatever lies in the folder where the bot works.
# SQLITE_TMPDIR: what SQLite puts aside while it writes a file anew stays beside that file.
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SQLITE_TMPDIR=/data \
    DATABASE_URL=sqlite+aiosqlite:////data/loophole.db \
    BACKUP_FOLDER=/data/backups \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9090 \
    WEB_HOST=0.0.0.0 \
    WEB_PORT=8766 \
    WEB_PROXIES=127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16
WORKDIR /data
USER loophole
VOLUME /data
EXPOSE 9090 8766
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['METRICS_PORT']}/health\", timeout=4)"]
CMD ["python", "-m", "bot"]
