FROM python:3.12-slim
RUN useradd --create-home haggis
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN mkdir -p instance && chown haggis instance
USER haggis
EXPOSE 8000
HEALTHCHECK --interval=30s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["python", "-m", "scripts.serve"]
