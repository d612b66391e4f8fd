"""HTTPS at home: a certificate of one's own that a client verifies, for the right names alone, renewed in time."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from yakume.webui import server as serving
from yakume.webui.app import create_app
from yakume.webui.certificates import (
    Authority,
    CertificateError,
    OwnCertificate,
    _issue,
    _make_authority,
    at_home,
    given_context,
    names_of,
)
from yakume.webui.server import PageServer, Secure
from yakume.webui.settings import Settings

NOW = datetime(2026, 11, 23, tzinfo=UTC)
NAMES = ["localhost", "127.0.0.1", "192.168.1.5", "table.local"]
TOKEN = "k" * 24


def pem(authority: Authority) -> str:
    return ssl.DER_cert_to_PEM_cert(authority.der)


def trusting(authority: Authority) -> ssl.SSLContext:
    """A client that trusts that authority and no other."""
    context = ssl.create_default_context(cadata=pem(authority))
    # As strict as the next Python is by default.
    context.verify_flags |= ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


def shake_hands(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> dict[str, Any]:
    """What a client that looks for `name` finds. Raises: ssl.SSLError if it does not trust that."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(to_server, to_client, server_side=True)
    theirs = client.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(4):
        for end in (theirs, ours):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
    found: dict[str, Any] = theirs.getpeercert() or {}
    return found


def test_a_client_that_trusts_the_authority_finds_the_right_names_and_no_others(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "https")
    own.renew(NAMES)
    client = trusting(own.authority)
    for name in NAMES:
        assert shake_hands(own.context, client, name)["subjectAltName"]
    for name in ("192.168.1.6", "other.local", "example.org", "8.8.8.8"):
        with pytest.raises(ssl.SSLCertVerificationError, match=r"doesn't match|not valid for"):
            shake_hands(own.context, client, name)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(own.context, ssl.create_default_context(), "localhost")


@pytest.mark.parametrize("name", ["example.org", "8.8.8.8", "www.local.example.org"])
def test_the_authority_is_trusted_for_home_networks_alone(tmp_path: Path, name: str) -> None:
    """Whoever gets hold of its key can still not pretend to be a site of the internet."""
    authority = _make_authority(datetime.now(UTC))
    stolen = _issue(authority, [name], datetime.now(UTC))
    (tmp_path / "stolen.pem").write_bytes(stolen.pem(authority.certificate))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / "stolen.pem")
    trusted = trusting(Authority(authority.certificate.public_bytes(serialization.Encoding.DER)))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        shake_hands(server, trusted, name)
    assert not at_home(name)


def test_keys_are_for_nobody_elses_eyes_and_are_kept_over_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    before = os.umask(0o022)
    try:
        own = OwnCertificate(folder)
        assert own.renew(NAMES)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == {
        "authority.pem": 0o600,
        "server.pem": 0o600,
    }
    (folder / "server.pem").chmod(0o644)
    kept = (folder / "server.pem").read_bytes()
    again = OwnCertificate(folder)
    again.renew(list(reversed(NAMES)))
    assert (folder / "server.pem").read_bytes() == kept and again.authority == own.authority
    assert (folder / "server.pem").stat().st_mode & 0o777 == 0o600
    assert len(own.authority.fingerprint.split(":")) == 32


def test_it_is_made_anew_for_another_address_and_before_it_runs_out(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path)
    assert own.renew(NAMES, NOW)
    trusted = own.authority
    assert not own.renew(NAMES, NOW + timedelta(days=360))
    assert own.renew(NAMES, NOW + timedelta(days=370)) and own.authority == trusted
    assert own.renew([*NAMES, "10.0.0.7"], NOW + timedelta(days=371)) and own.authority == trusted
    # A clock that was set back: what begins tomorrow is no good today.
    assert own.renew([*NAMES, "10.0.0.7"], NOW)
    # The authority must outlive what it issues.
    assert own.renew(NAMES, NOW + timedelta(days=3400)) and own.authority != trusted
    # What another authority signed is no good either.
    (tmp_path / "authority.pem").unlink()
    assert own.renew(NAMES, NOW)


def test_an_address_of_another_network_is_served_by_an_authority_for_it(tmp_path: Path) -> None:
    names = names_of("0.0.0.0", ["192.168.1.5", "203.0.113.7"])
    assert "203.0.113.7" in names and "0.0.0.0" not in names and any(name.endswith(".local") for name in names)
    assert "10.1.2.3" in names_of("10.1.2.3", [])
    own = OwnCertificate(tmp_path)
    own.renew(NAMES)
    home = own.authority
    own.renew(names)
    assert own.authority != home
    assert shake_hands(own.context, trusting(own.authority), "203.0.113.7")
    # Back at home it is the same authority still.
    abroad = own.authority
    own.renew(NAMES)
    assert own.authority == abroad
    assert shake_hands(own.context, trusting(own.authority), "192.168.1.5")


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path)
    (tmp_path / "authority.pem").write_text("nothing of the kind")
    with pytest.raises(CertificateError, match=r"authority\.pem is damaged: delete it"):
        own.renew(NAMES)
    (tmp_path / "authority.pem").unlink()
    (tmp_path / "authority.pem").mkdir()
    with pytest.raises(CertificateError, match=r"cannot read .*authority\.pem: Is a directory"):
        own.renew(NAMES)
    (tmp_path / "file").write_text("")
    with pytest.raises(CertificateError, match=r"cannot read .*: Not a directory"):
        OwnCertificate(tmp_path / "file").renew(NAMES)
    assert (tmp_path / "file").read_text() == ""


def given(folder: Path, *, days: int = 0, password: bytes | None = None) -> tuple[Path, Path]:
    """A certificate and its key in two files, made `days` ago."""
    then = datetime.now(UTC) - timedelta(days=days)
    authority = _make_authority(then)
    pair = _issue(authority, NAMES, then)
    certificate, key = folder / "given.crt", folder / "given.key"
    certificate.write_bytes(
        b"".join(each.public_bytes(serialization.Encoding.PEM) for each in (pair.certificate, authority.certificate))
    )
    how = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    key.write_bytes(
        pair.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, how)
    )
    return certificate, key


def test_a_given_certificate_is_served(tmp_path: Path) -> None:
    certificate, key = given(tmp_path)
    chain = x509.load_pem_x509_certificates(certificate.read_bytes())
    client = trusting(Authority(chain[1].public_bytes(serialization.Encoding.DER)))
    assert shake_hands(given_context(certificate, key), client, "table.local")
    both = tmp_path / "both.pem"
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    assert shake_hands(given_context(both, None), client, "table.local")


def test_a_given_certificate_that_cannot_be_used_is_told_why(tmp_path: Path) -> None:
    certificate, key = given(tmp_path)
    other = tmp_path / "other.key"
    other.write_bytes(
        ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    for files, why in (
        ((tmp_path / "none.crt", key), r"cannot read .*none\.crt: No such file"),
        ((certificate, tmp_path / "none.key"), r"cannot read .*none\.key: No such file"),
        ((key, key), r"given\.key is no certificate in PEM form"),
        ((certificate, None), r"no key in PEM form in .*given\.crt"),
        ((certificate, other), r"other\.key is not that of the certificate"),
    ):
        with pytest.raises(CertificateError, match=why):
            given_context(*files)
    with pytest.raises(CertificateError, match=r"is good from .* to .*, and not today"):
        given_context(*given(tmp_path, days=400))
    with pytest.raises(CertificateError, match="is encrypted: give one without a password"):
        given_context(*given(tmp_path, password=b"secret"))


def test_an_expired_certificate_is_refused_by_the_client(tmp_path: Path) -> None:
    """That the client of these tests looks at the date at all."""
    then = datetime.now(UTC) - timedelta(days=398)
    authority = _make_authority(then)
    (tmp_path / "old.pem").write_bytes(_issue(authority, NAMES, then).pem(authority.certificate))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / "old.pem")
    trusted = trusting(Authority(authority.certificate.public_bytes(serialization.Encoding.DER)))
    with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
        shake_hands(server, trusted, "localhost")


# -- served -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[tuple[int, Secure, PageServer]]:
    """Port of an application over HTTPS, its certificate and its server."""
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'events.db'}",
        host="0.0.0.0",
        token=TOKEN,
        https=True,
        https_folder=tmp_path / "https",
    )
    secure = Secure(settings)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        settings = replace(settings, port=listener.getsockname()[1])
        server = PageServer(create_app(settings, authority=secure.authority), secure, log_level="error")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        try:
            yield settings.port, secure, server
        finally:
            server.should_exit = True
            thread.join()


def ask(port: int, secure: Secure, path: str, token: str | None = TOKEN) -> tuple[int, dict[str, str], bytes]:
    """What a client that verifies is answered."""
    assert secure.authority is not None
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=trusting(secure.authority), timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), answer.read()


def test_the_page_is_served_over_https(secured: tuple[int, Secure, PageServer]) -> None:
    port, secure, server = secured
    assert secure.authority is not None
    status, _, body = ask(port, secure, "/api/setup")
    assert status == 200 and b'"role":"keeper"' in body
    # A link is for https, and its cookie too.
    status, headers, _ = ask(port, secure, f"/?token={TOKEN}", None)
    assert status == 303 and "Secure" in headers["set-cookie"]
    # What a phone needs to trust it is open to everyone; nothing else is.
    status, headers, body = ask(port, secure, "/certificate/yakume.crt", None)
    assert (status, headers["content-type"], body) == (200, "application/x-x509-ca-cert", secure.authority.der)
    status, _, body = ask(port, secure, "/certificate", None)
    for said in (
        secure.authority.fingerprint[:23],
        "iPhone",
        "Android",
        "証明書信頼設定",
        "Certificate Trust Settings",
    ):
        assert said in body.decode()
    assert ask(port, secure, "/", None)[0] == 401
    # Many at once, each whole: the first request may come with the last words of the handshake.
    for _ in range(20):
        assert ask(port, secure, "/static/app.js")[0] == 200
    # Who speaks no TLS, or says nothing at all, has a place and no more.
    with socket.create_connection(("127.0.0.1", port)) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"HTTP/" not in plain.recv(100)
    quiet = [socket.create_connection(("127.0.0.1", port)) for _ in range(70)]
    until = time.monotonic() + 10
    while server.connections.total() < 64 and time.monotonic() < until:
        time.sleep(0.02)
    assert server.connections.total() == 64, "connections are counted before their handshake"
    for each in quiet:
        each.close()
    while server.connections.total() and time.monotonic() < until:
        time.sleep(0.02)
    assert server.connections.total() == 0
    assert ask(port, secure, "/healthz", None)[0] == 200


def test_another_address_is_served_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    addresses = ["192.168.1.5"]
    monkeypatch.setattr(serving, "own_addresses", lambda: addresses)
    secure = Secure(Settings(host="0.0.0.0", token=TOKEN, https=True, https_folder=tmp_path))
    assert secure.authority is not None
    client = trusting(secure.authority)
    addresses.append("10.0.0.7")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(secure.context, client, "10.0.0.7")
    secure.look()
    assert shake_hands(secure.context, client, "10.0.0.7")
    # A folder that cannot be written any more ends nothing.
    addresses.append("10.0.0.8")
    (tmp_path / "server.pem").unlink()
    (tmp_path / ".server.pem.part").mkdir()
    secure.look()
    assert "no new certificate: cannot write" in caplog.text
    assert shake_hands(secure.context, client, "10.0.0.7")


def test_without_https_there_is_nothing_to_trust(bench: Any) -> None:
    for path in ("/certificate", "/certificate/yakume.crt"):
        answer = bench.client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_certificate")


def test_the_command_line_names_what_is_wrong(tmp_path: Path, yakume: Any) -> None:
    code, _, err = yakume("serve", "--no-browser", "--https-key", tmp_path / "key")
    assert code == 2 and "a key for HTTPS was given, and no certificate" in err
    database = f"sqlite:///{tmp_path / 'events.db'}"
    code, _, err = yakume(
        "serve", "--no-browser", "--port", 0, "--database", database, "--https-cert", tmp_path / "none.crt"
    )
    assert code == 2 and err.count("\n") == 1 and "none.crt: No such file" in err
