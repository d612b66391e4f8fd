"""HTTPS on a network without names: a certificate authority of one's own, and a certificate for this machine.

Browsers give their camera to secure pages alone, and nobody issues certificates for an address such as 192.168.1.5. So
yakume makes an authority, which a phone is told to trust once, and lets it issue certificates for the addresses of this
machine as they come and go. The authority can issue for home networks, and for an address of this machine beside them:
with its key nobody can pretend to be a site of the internet. Keys are in files of mode 0600.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
CERTIFICATE_DAYS = 397
"""Phones refuse certificates for longer than 398 days, or than 825 by an authority of one's own."""
AGAIN_DAYS = 30
"""A certificate is made anew when this is left of it; an authority when a certificate would outlive it."""

HOME_NETWORKS = tuple(
    ipaddress.ip_network(each)
    for each in ("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
) + tuple(ipaddress.ip_network(each) for each in ("fc00::/7", "fe80::/10", "::1/128"))
HOME_NAMES = ("localhost", "local")
"""What the authority may issue for: addresses of home networks, and names that no name server of the internet knows."""

_FILE_MODE, _FOLDER_MODE = 0o600, 0o700


class CertificateError(ValueError):
    """A certificate or key that cannot be used; one sentence."""


@dataclass(frozen=True, slots=True)
class Authority:
    """What a phone is given to trust."""

    der: bytes
    """The authority's certificate, without its key."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as phones show it: ``AB:CD:…``."""
        digest = hashes.Hash(hashes.SHA256())
        digest.update(self.der)
        return digest.finalize().hex(":").upper()


@dataclass(frozen=True, slots=True)
class _Pair:
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    def pem(self, *more: x509.Certificate) -> bytes:
        """Key and certificate, and those that signed it."""
        parts = [
            self.key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        ]
        parts += [each.public_bytes(serialization.Encoding.PEM) for each in (self.certificate, *more)]
        return b"".join(parts)


class OwnCertificate:
    """The authority and the certificate in one folder, made and renewed as needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        """What the server answers with; renewed in place, for connections from then on."""
        self.authority: Authority
        self._serving: x509.Certificate | None = None

    def renew(self, names: Sequence[str], now: datetime | None = None) -> bool:
        """See that there is a good certificate for `names` (of this machine, addresses among them) and serve it.

        Returns: whether another one is served than before.
        Raises: CertificateError if a file cannot be read or written, or is no certificate.
        """
        now = now or datetime.now(UTC)
        wanted = sorted(set(names))
        authority = self._authority(wanted, now)
        pair = self._read("server.pem")
        if pair is None or not _is_good(pair.certificate, authority.certificate, wanted, now):
            pair = _issue(authority, wanted, now)
            self._write("server.pem", pair.pem(authority.certificate))
        self.authority = Authority(authority.certificate.public_bytes(serialization.Encoding.DER))
        if pair.certificate == self._serving:
            return False
        self.context.load_cert_chain(self._folder / "server.pem")
        self._serving = pair.certificate
        return True

    def _authority(self, names: Sequence[str], now: datetime) -> _Pair:
        """The authority; another one, which phones have to be told of, only where this one cannot issue for `names`."""
        pair = self._read("authority.pem")
        until = now + timedelta(days=CERTIFICATE_DAYS)
        if pair is None or pair.certificate.not_valid_after_utc < until or not _allows(pair.certificate, names):
            pair = _make_authority(now, [name for name in names if not at_home(name)])
            self._write("authority.pem", pair.pem())
        return pair

    def _read(self, name: str) -> _Pair | None:
        """Key and certificate of a file; None if there is no such file."""
        path = self._folder / name
        try:
            data = path.read_bytes()
            if path.stat().st_mode & 0o077:
                path.chmod(_FILE_MODE)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CertificateError(f"cannot read {path}: {error.strerror}") from None
        try:
            key = serialization.load_pem_private_key(data, None)
            certificate = x509.load_pem_x509_certificate(data)
        except (ValueError, TypeError):
            key = None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise CertificateError(f"{path} is damaged: delete it, and another one is made")
        return _Pair(key, certificate)

    def _write(self, name: str, data: bytes) -> None:
        """Write a file for nobody else's eyes, all of it or none."""
        path = self._folder / name
        part = path.with_name(f".{name}.part")
        try:
            self._folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                part.unlink()
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise CertificateError(f"cannot write {path}: {error.strerror}") from None


def names_of(host: str, addresses: Sequence[str]) -> list[str]:
    """What this machine is called at home: its `addresses`, the `host` it listens on, and its name."""
    names = ["localhost", "127.0.0.1", "::1", f"{socket.gethostname().lower().partition('.')[0]}.local", *addresses]
    address = _address(host)
    return names if address is None or address.is_unspecified else [*names, host]


def at_home(name: str) -> bool:
    """True for an address or name that any authority of yakume may issue for."""
    address = _address(name)
    if address is not None:
        return any(address in network for network in HOME_NETWORKS if network.version == address.version)
    return name in HOME_NAMES or name.endswith(".local")


def given_context(certificate: Path, key: Path | None, now: datetime | None = None) -> ssl.SSLContext:
    """What the server answers with, of a certificate (with its chain) and a key that somebody else issued.

    Raises: CertificateError if they cannot be read, do not belong together, or the certificate is not good now.
    """
    now = now or datetime.now(UTC)
    for path in (certificate, key or certificate):
        try:
            path.read_bytes()
        except OSError as error:
            raise CertificateError(f"cannot read {path}: {error.strerror}") from None
    try:
        read = x509.load_pem_x509_certificate(certificate.read_bytes())
    except ValueError:
        raise CertificateError(f"{certificate} is no certificate in PEM form") from None
    if not read.not_valid_before_utc <= now <= read.not_valid_after_utc:
        begins, ends = read.not_valid_before_utc.date(), read.not_valid_after_utc.date()
        raise CertificateError(f"{certificate} is good from {begins} to {ends}, and not today")
    _check_key(key or certificate, read)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as error:
        raise CertificateError(f"{certificate} cannot be used: {error}") from None
    return context


def _check_key(path: Path, certificate: x509.Certificate) -> None:
    """Raises: CertificateError if there is no key in the file, or another certificate's."""
    try:
        found: PrivateKeyTypes = serialization.load_pem_private_key(path.read_bytes(), None)
    except TypeError:
        raise CertificateError(f"the key in {path} is encrypted: give one without a password") from None
    except ValueError:
        raise CertificateError(f"there is no key in PEM form in {path}") from None
    if found.public_key() != certificate.public_key():
        raise CertificateError(f"the key in {path} is not that of the certificate")


def _is_good(found: x509.Certificate, authority: x509.Certificate, names: Sequence[str], now: datetime) -> bool:
    """True if `found` is for exactly `names`, by this authority, and good for a while."""
    try:
        found.verify_directly_issued_by(authority)
        said = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    called = sorted(str(each.value) for each in said)
    until = now + timedelta(days=AGAIN_DAYS)
    return called == list(names) and found.not_valid_before_utc <= now and found.not_valid_after_utc > until


def _allows(authority: x509.Certificate, names: Sequence[str]) -> bool:
    """True if `authority` may issue for `names`."""
    try:
        said = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    allowed = {str(each.value) for each in said.permitted_subtrees or () if isinstance(each, x509.IPAddress)}
    return all(str(ipaddress.ip_network(name)) in allowed for name in names if not at_home(name))


def _make_authority(now: datetime, more: Sequence[str] = ()) -> _Pair:
    """An authority for home networks, and for the addresses `more`."""
    key = ec.generate_private_key(ec.SECP256R1())
    # People find it by this name among those that their phone trusts, next to that of another table's yakume.
    title = f"yakume {socket.gethostname()[:30]} {now:%Y-%m-%d}"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])
    networks = [*HOME_NETWORKS, *(ipaddress.ip_network(address) for address in more)]
    allowed = [*map(x509.IPAddress, networks), *map(x509.DNSName, HOME_NAMES)]
    usage = {each: each in ("key_cert_sign", "crl_sign") for each in _USAGES}
    builder = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
    )
    return _Pair(key, builder.sign(key, hashes.SHA256()))


def _issue(authority: _Pair, names: Sequence[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    title = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "yakume")])
    called = [_general_name(name) for name in names]
    usage = {each: each == "digital_signature" for each in _USAGES}
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _builder(title, authority.certificate.subject, key, now, CERTIFICATE_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(called), critical=False)
        .add_extension(issuer, critical=False)
    )
    return _Pair(key, builder.sign(authority.key, hashes.SHA256()))


_USAGES = (
    *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
    *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    # A day early: the clock of a phone, or of a small box without one of its own, may be behind.
    begin = now - timedelta(days=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _general_name(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)
