#!/usr/bin/env python3
"""Memeriksa kuitansi, kepala, catatan, dan file log Guyub tanpa Guyub.

    python3 verify.py --kunci KUNCI FILE_ATAU_TEKS ...

Yang diperiksa: file log, catatan bertanda tangan, kuitansi (atau tautannya), dan kepala (52 huruf).
Tanda tangan diperiksa dengan paket `cryptography`, atau dengan program `openssl` bila paket itu tidak ada.
Keluar dengan 0 bila semua cocok, 1 bila ada yang tidak cocok, 2 bila tidak ada yang dapat diperiksa.
"""

import argparse
import base64
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

NOTE, COSIGNATURE = 1, 4
MONTHS = "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember".split()
MOST_FORMERS = 20  # log lama dari satu log yang dicari kepalanya


class Salah(Exception):
    """Sesuatu tidak cocok."""


# Ed25519


def verify_ed25519(public_key, message, signature):
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return verify_by_openssl(public_key, message, signature)
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def verify_by_openssl(public_key, message, signature):
    with tempfile.TemporaryDirectory() as folder:
        parts = {
            "key": bytes.fromhex("302a300506032b6570032100") + public_key,
            "text": message,
            "signature": signature,
        }
        paths = {name: os.path.join(folder, name) for name in parts}
        for name, content in parts.items():
            with open(paths[name], "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin"]
        command += ["-inkey", paths["key"], "-in", paths["text"], "-sigfile", paths["signature"]]
        return subprocess.run(command, capture_output=True).returncode == 0


# Merkle tree of RFC 6962


def hash_leaf(leaf):
    return hashlib.sha256(b"\0" + leaf).digest()


class Tree:
    def __init__(self):
        self.size = 0
        self.waiting = []  # (height, hash) of complete subtrees, the largest first

    def append(self, leaf):
        height, node = 0, hash_leaf(leaf)
        while self.waiting and self.waiting[-1][0] == height:
            node = hashlib.sha256(b"\1" + self.waiting.pop()[1] + node).digest()
            height += 1
        self.waiting.append((height, node))
        self.size += 1

    def root(self):
        if not self.waiting:
            return hashlib.sha256(b"").digest()
        node = self.waiting[-1][1]
        for _, left in reversed(self.waiting[:-1]):
            node = hashlib.sha256(b"\1" + left + node).digest()
        return node


# Signed notes (C2SP signed-note) and keys


def decode64(text):
    try:
        decoded = base64.b64decode(text, validate=True)
    except ValueError:
        raise Salah("base64 rusak") from None
    if base64.b64encode(decoded).decode() != text:
        raise Salah("base64 rusak")
    return decoded


class Key:
    def __init__(self, line):
        match = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", line)
        if not match:
            raise Salah("kunci salah ketik")
        self.line = line
        self.name, self.id, encoded = match.groups()
        typed = decode64(encoded)
        named = self.name.encode() + b"\n" + typed
        if len(typed) != 33 or typed[0] not in (NOTE, COSIGNATURE):
            raise Salah("kunci bukan Ed25519")
        if hashlib.sha256(named).hexdigest()[:8] != self.id:
            raise Salah("kunci salah ketik")
        self.purpose, self.public = typed[0], typed[1:]


def parse_note(note):
    """(teks, [(nama, id, tanda tangan)])"""
    text, found, lines = note.rpartition("\n\n")
    bad = any(ord(letter) < 32 and letter != "\n" for letter in note)
    if not found or bad or not lines.endswith("\n"):
        raise Salah("bukan catatan bertanda tangan yang utuh")
    signatures = []
    for line in lines[:-1].split("\n"):
        match = re.fullmatch(r"— ([^ ]+) ([^ ]+)", line)
        if not match or "+" in match[1] or any(c.isspace() or unicodedata.category(c) == "Cc" for c in match[1]):
            raise Salah("baris tanda tangan rusak")
        signed = decode64(match[2])
        if len(signed) <= 4:
            raise Salah("tanda tangan terlalu pendek")
        signatures.append((match[1], signed[:4].hex(), signed[4:]))
    return text + "\n", signatures


def verify_note(note, keys, strict=False):
    """@return (teks, nama yang menandatangani, nama yang ikut menandatangani, banyaknya yang tidak dikenal)"""
    text, signatures = parse_note(note)
    signers, cosigners, unknown = [], [], 0
    for name, key_id, signature in signatures:
        key = next((key for key in keys if (key.name, key.id) == (name, key_id)), None)
        message = text.encode()
        if key is None:
            unknown += 1
            continue
        if key.purpose == COSIGNATURE:
            time, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            message = f"cosignature/v1\ntime {time}\n".encode() + message
        if not verify_ed25519(key.public, message, signature):
            raise Salah("PALSU: isinya tidak cocok dengan tanda tangannya")
        (cosigners if key.purpose == COSIGNATURE else signers).append(name)
    if not signers:
        raise Salah("ditandatangani kunci yang tidak dikenal")
    if strict and unknown:
        raise Salah("ada tanda tangan dari kunci yang tidak disebut di file")
    return text, signers, cosigners, unknown


def parse_checkpoint(text):
    match = re.fullmatch(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([^\n]+)\n", text)
    root = decode64(match[3]) if match else b""
    if not match or len(root) != 32:
        raise Salah("bukan catatan log")
    return match[1], int(match[2]), root


# Exported logs


class Log:
    """Dibaca baris demi baris; `roots` dan `saldo` berisi ukuran yang diminta."""

    def __init__(self, path, sizes=(), seek=None):
        with open(path, "rb") as file:
            self.lines = file
            self.read_header()
            self.read_leaves(set(sizes), seek)

    def line(self):
        line = self.lines.readline(128 * 1024 + 1)
        if line and not line.endswith(b"\n"):
            raise Salah("file log terpotong")
        return line[:-1] if line else None

    def text(self):
        try:
            return (self.line() or b"").decode()
        except UnicodeDecodeError:
            raise Salah("file log rusak") from None

    def read_header(self):
        self.keys, self.checkpoints, self.signed_by = [], [], []
        if self.text() != "GUYUB LOG 1":
            raise Salah("bukan file log")
        while True:
            word, _, value = self.text().partition(" ")
            if word == "key" and not self.checkpoints:
                self.keys.append(Key(value))
            elif word == "checkpoint":
                self.add_checkpoint(decode64(value))
            elif word == "leaves" and re.fullmatch(r"0|[1-9][0-9]{0,14}", value):
                self.count = int(value)
                break
            else:
                raise Salah("file log rusak")
        if not self.checkpoints or self.checkpoints[-1][1] != self.count:
            raise Salah("catatan terakhir tidak mencakup seluruh log")

    def add_checkpoint(self, note):
        try:
            decoded = note.decode()
        except UnicodeDecodeError:
            raise Salah("catatan rusak") from None
        text, signers, cosigners, _ = verify_note(decoded, self.keys, strict=True)
        origin, size, root = parse_checkpoint(text)
        names = [(name, key_id) for name, key_id, _ in parse_note(decoded)[1]]
        notes = [key.line for key in self.keys if key.purpose == NOTE and (key.name, key.id) in names]
        self.signed_by.append((size, notes))
        if any(name != origin for name in signers):
            raise Salah("catatan ditandatangani log lain")
        if self.checkpoints and (self.checkpoints[-1][0] != origin or self.checkpoints[-1][1] >= size):
            raise Salah("urutan catatan rusak")
        self.origin = origin
        self.checkpoints.append((origin, size, root, cosigners, decoded))

    def read_leaves(self, sizes, seek):
        signed = {size: root for _, size, root, _, _ in self.checkpoints}
        tree, self.book, self.roots, self.saldo, self.found = Tree(), Book(), {}, {}, None
        self.found_former, self.saldo_former, self.restored, formers, rotations = None, None, None, [], []
        while True:
            if tree.size in signed or tree.size in sizes or seek:
                root = tree.root()
                self.roots[tree.size], self.saldo[tree.size] = root, self.book.saldo
                if root == seek and self.found is None:
                    self.found = tree.size
                if signed.get(tree.size, root) != root:
                    raise Salah(f"ISI LOG TELAH DIUBAH di antara {tree.size} catatan pertama")
            leaf = self.line()
            if leaf is None:
                break
            if leaf.startswith(b'{"aksi":"log.rotated"'):
                rotations.append((tree.size, leaf))
            for former in formers if seek else []:
                former.append(leaf)
                if former.root() == seek and self.found_former is None:
                    self.found_former = former.size
            if len(formers) == tree.size < MOST_FORMERS and leaf.startswith(b'{"aksi":"log.restored"'):
                formers.append(Tree())
                self.restored = self.restored or restored_from(leaf)
            tree.append(leaf)
            self.book.add(leaf)
            if self.found_former is not None and self.saldo_former is None:
                self.saldo_former = self.book.saldo
        if tree.size != self.count:
            raise Salah("banyaknya catatan tidak cocok")
        self.root = tree.root()
        self.check_keys(rotations)

    def check_keys(self, rotations):
        """Kunci lain hanya berlaku setelah diumumkan daun yang ditandatangani kunci sebelumnya."""
        current = self.signed_by[0][1][0]
        for size, lines in self.signed_by:
            if any(line != current for line in lines):
                raise Salah("catatan ditandatangani kunci yang tidak diumumkan log")
            while rotations and rotations[0][0] < size:
                current = next_key(rotations.pop(0)[1], current)


def next_key(leaf, current):
    try:
        fields = json.loads(leaf)
        after = fields["sesudah"]
        is_about = fields["entitas"] == "log" and after["kunci_lama"] == current
        if is_about and after["asal"] == current.partition("+")[0] and isinstance(after["kunci"], str):
            return after["kunci"]
    except (ValueError, KeyError, TypeError):
        pass
    return current


def restored_from(leaf):
    try:
        after = json.loads(leaf)["sesudah"]
        name, lost = after["asal_lama"], after["hilang"]
        if re.fullmatch(r"[!-~]+", name) and (lost is None or isinstance(lost, int)):
            return f"dari log {name}, {'entah berapa' if lost is None else lost} catatan hilang"
    except (ValueError, KeyError, TypeError):
        pass
    return None


class Book:
    def __init__(self):
        self.entries, self.reversals, self.saldo, self.contradictions = {}, {}, 0, 0

    def add(self, leaf):
        try:
            fields = json.loads(leaf)
            if fields["aksi"] != "entry.booked":
                return
            number, after = fields["entitas_id"], fields["sesudah"]
            day, amount, kind, reverses = after["tanggal"], after["jumlah"], after["jenis"], after.get("membatalkan")
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        if self.entries and number - 1 not in self.entries or number in self.entries:
            self.contradictions += 1
        self.saldo += amount
        self.entries[number] = (day, amount, kind)
        if reverses is not None:
            reversed_entry = self.entries.get(reverses)
            if reverses in self.reversals or reversed_entry and reversed_entry[1] != -amount:
                self.contradictions += 1
            self.reversals[reverses] = (number, day)


# Receipts


def date_of(text):
    day, month, year = re.fullmatch(r"(\d{1,2}) (\w+) (\d{4})", text).groups()
    return datetime.date(int(year), MONTHS.index(month) + 1, int(day)).isoformat()


def runs_of(numbers):
    """[(dari, sampai)] dari bilangan yang berurutan."""
    runs = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def numbers_text(numbers):
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs_of(numbers))


def months_text(indexes):
    parts, runs = [], runs_of(indexes)
    for at, (first, last) in enumerate(runs):
        years = [index // 12 for index in (first, last)]
        same_year_follows = at + 1 < len(runs) and runs[at + 1][0] // 12 == years[1]
        end = MONTHS[last % 12] + ("" if same_year_follows else f" {years[1]}")
        begin = MONTHS[first % 12] + ("" if years[0] == years[1] else f" {years[0]}")
        parts.append(end if first == last else f"{begin}–{end}")
    return ", ".join(parts)


def expand(text, number_of, most):
    """Bilangan dalam `3`, `3–5`, atau `3, 5–6`, dibaca dari belakang."""
    numbers = []
    for run in reversed(text.split(", ")):
        ends = [number_of(end) for end in reversed(run.split("–"))]
        if len(ends) > 2 or not 0 <= ends[0] - ends[-1] < most or len(numbers) >= most:
            raise ValueError
        numbers = list(range(ends[-1], ends[0] + 1)) + numbers
    return numbers


def months_of(text):
    year = None

    def index_of(month):
        nonlocal year
        name, own_year = re.fullmatch(r"(\w+)(?: (\d{4}))?", month).groups()
        year = int(own_year) if own_year else year
        return year * 12 + MONTHS.index(name)

    indexes = expand(text, index_of, 120)
    if len(indexes) > 120 or months_text(indexes) != text or sorted(set(indexes)) != indexes:
        raise ValueError
    return indexes


def entries_of(text, count):
    numbers = expand(text, lambda number: int(re.fullmatch(r"[1-9]\d{0,15}", number)[0]), count)
    if len(numbers) != count or numbers_text(numbers) != text or sorted(set(numbers)) != numbers:
        raise ValueError
    return numbers


def rupiah(amount):
    return ("-" if amount < 0 else "") + "Rp " + f"{abs(amount):,}".replace(",", ".")


def parse_receipt(text):
    labels = ("Nomor", "Perumahan", "Rumah", "Untuk", "Jumlah", "Tanggal", "Buku Kas")
    match = re.fullmatch("KUITANSI IURAN WARGA\n" + "".join(f"{label}: ([^\n]+)\n" for label in labels), text)
    if not match:
        raise Salah("bukan kuitansi yang utuh")
    try:
        amount = int(re.fullmatch(r"Rp ([1-9]\d{0,2}(?:\.\d{3})*)", match[5])[1].replace(".", ""))
        months = months_of(re.fullmatch(r"Iuran (.+)", match[4])[1])
        return date_of(match[6]), amount, months, entries_of(re.fullmatch(r"nomor (.+)", match[7])[1], len(months))
    except (AttributeError, TypeError, ValueError):
        raise Salah("bukan kuitansi yang utuh") from None


# What is said


class Report:
    def __init__(self):
        self.worst = 0

    def say(self, word, text):
        self.worst = max(self.worst, {"COCOK": 0, "PERHATIKAN": 0, "SALAH": 1}[word])
        print(f"{word}: {text}")


def read_argument(argument):
    """('log', path) atau jenis teksnya dan teksnya."""
    if os.path.isfile(argument):
        with open(argument, "rb") as file:
            content = file.read(64 * 1024)
        if content.startswith(b"GUYUB LOG"):
            return "log", argument
        try:
            argument = content.decode()
        except UnicodeDecodeError:
            return "unknown", ""
    elif re.fullmatch(r"\S+\.(txt|log|json|hledger|note)", argument):
        raise Salah(f"tidak ada file {argument}")
    text = argument.replace("\r\n", "\n").strip()
    if "#k=" in text:
        encoded = text.split("#k=", 1)[1]
        try:
            note = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
            if base64.urlsafe_b64encode(note).decode().rstrip("=") != encoded:
                return "unknown", ""
            return "receipt", note.decode()
        except ValueError:
            return "unknown", ""
    if "\n— " in text:
        return ("receipt" if text.startswith("KUITANSI") else "checkpoint"), text + "\n"
    head = next((root for root in map(parse_head, [text, *text.split("\n")]) if root), None)
    size = re.search(r"(?:ukuran|catatan)\s*:?\s*(\d[\d.]*)", text, re.IGNORECASE)
    return ("head", (head, size and int(size[1].replace(".", "")))) if head else ("unknown", "")


def parse_head(text):
    letters = re.sub(r"[\s-]", "", re.sub(r"^[^:]*:", "", text)).upper()
    try:
        root = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        return None
    return root if len(root) == 32 and base64.b32encode(root).decode().rstrip("=") == letters else None


def format_head(root):
    return " ".join(re.findall(".{4}", base64.b32encode(root).decode().rstrip("=")))


def check_log(path, keys, evidence, report):
    sizes = [size for kind, size in map(size_in, evidence) if size is not None]
    log = Log(path, sizes)
    known = {key.public for key in keys}  # pemulihan membuka log dengan nama lain
    if keys and not known & {key.public for key in log.keys if key.purpose == NOTE}:
        raise Salah("file log ditandatangani kunci lain daripada kunci perumahan")
    report.say("COCOK", f"file log {log.origin} utuh: {log.count} catatan, {len(log.book.entries)} transaksi")
    print(f"  saldo   {rupiah(log.book.saldo)}\n  kepala  {format_head(log.root)}")
    if log.restored:
        print(f"  dibuka setelah pemulihan: {log.restored}")
    cosigners = sorted({name for checkpoint in log.checkpoints for name in checkpoint[3]})
    if cosigners:
        print(f"  ikut menandatangani: {', '.join(cosigners)}")
    if log.book.contradictions:
        report.say("SALAH", f"buku kas bertentangan dengan dirinya di {log.book.contradictions} tempat")
    return log


def size_in(item):
    kind, value = item
    if kind == "head":
        return kind, value[1]
    try:
        return kind, parse_checkpoint(parse_note(value)[0])[1] if kind == "checkpoint" else None
    except Salah:
        return kind, None


def check_root(size, root, log, report):
    if size > log.count:
        report.say("PERHATIKAN", f"file log ({log.count} catatan) lebih lama daripada kepala ini ({size})")
    elif log.roots.get(size) != root:
        report.say("SALAH", f"LOG TIDAK COCOK dengan kepala pada ukuran {size}: riwayatnya telah ditulis ulang")
    else:
        report.say("COCOK", f"log cocok dengan kepala pada ukuran {size}, saldo waktu itu {rupiah(log.saldo[size])}")


def check_head(head, log, path, report):
    root, size = head
    if log is None:
        return report.say("PERHATIKAN", "kepala terbaca; sertakan file log untuk membandingkannya")
    if log.roots.get(size) != root and (size is None or size <= log.count):
        sought = Log(path, seek=root)
        if sought.found_former is not None:
            return report.say(
                "COCOK",
                f"log lama cocok dengan kepala pada ukuran {sought.found_former}, "
                f"saldo waktu itu {rupiah(sought.saldo_former)}",
            )
        if size is None:
            log, size = sought, sought.found
    if size is None:
        return report.say("SALAH", "LOG TIDAK COCOK dengan kepala ini pada ukuran mana pun")
    check_root(size, root, log, report)


def check_checkpoint(note, keys, log, report):
    text, signers, cosigners, unknown = verify_note(note, keys)
    origin, size, root = parse_checkpoint(text)
    if any(name != origin for name in signers):
        raise Salah("catatan ditandatangani log lain")
    if unknown:
        report.say("SALAH" if log else "PERHATIKAN", f"{unknown} tanda tangan di catatan ini tidak dikenal")
    if log is None:
        report.say("COCOK", f"tanda tangan catatan {origin} ukuran {size} benar")
    elif log.origin != origin:
        report.say("SALAH", f"catatan ini dari log lain ({origin})")
    else:
        check_root(size, root, log, report)
    return origin, size, root


def check_receipt(note, keys, log, report):
    text, signatures = parse_note(note)
    day, amount, months, numbers = parse_receipt(text)
    if len(signatures) != 1:
        raise Salah("kuitansi harus memuat tepat satu tanda tangan")
    verify_note(note, keys)
    print(*("  " + line for line in text.strip().split("\n")), sep="\n")
    if log is None:
        return report.say("COCOK", "kuitansi sah (pembatalan sesudahnya hanya terlihat dengan file log)")
    entries = log.book.entries
    if not entries or not min(entries) <= numbers[0] <= numbers[-1] <= max(entries):
        return report.say("PERHATIKAN", "kuitansi sah, tetapi file log tidak memuat waktu itu")
    found = [entries.get(number, ("", 0, "")) for number in numbers]
    is_dues = all(entry[0] == day and entry[1] > 0 and entry[2] == "iuran" for entry in found)
    if not is_dues or sum(entry[1] for entry in found) != amount:
        return report.say(
            "SALAH", f"kuitansi bertentangan dengan log: transaksi {numbers_text(numbers)} bukan pembayaran ini"
        )
    reversals = log.book.reversals
    for month, number in zip(months, numbers):
        if number in reversals:
            part = "" if len(months) == 1 else f" untuk {months_text([month])}"
            report.say("PERHATIKAN", "sah waktu itu, DIBATALKAN{2} pada {1} (nomor {0})".format(*reversals[number], part))
    if any(number in reversals for number in numbers):
        return
    report.say("COCOK", "kuitansi sah, tercatat di log, dan tidak dibatalkan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kunci", action="append", default=[], help="kunci perumahan, boleh beberapa kali")
    parser.add_argument("bukti", nargs="+", help="file, atau teks kepala dan tautan kuitansi")
    options = parser.parse_args()
    report, log, path, notes = Report(), None, None, []
    try:
        keys = [Key(line.strip()) for line in options.kunci]
        evidence = [read_argument(argument) for argument in options.bukti]
        paths = [value for kind, value in evidence if kind == "log"]
        if len(paths) > 1:
            raise Salah("satu file log saja")
        if paths:
            path = paths[0]
            log = check_log(path, keys, evidence, report)
            if not keys:
                print("PERHATIKAN: kunci di file log tidak dibandingkan dengan yang Anda catat; sebutkan --kunci")
            keys += log.keys
    except Salah as reason:
        report.say("SALAH", str(reason))
        return report.worst
    if not keys and not any(kind == "head" for kind, _ in evidence):
        print("PERHATIKAN: sebutkan kunci perumahan (--kunci) atau sertakan file log")
        return 2
    for kind, value in evidence:
        try:
            if kind == "head":
                check_head(value, log, path, report)
            elif kind == "checkpoint":
                notes.append(check_checkpoint(value, keys, log, report))
            elif kind == "receipt":
                check_receipt(value, keys, log, report)
            elif kind == "unknown":
                report.say("SALAH", "teks tidak dikenali")
        except Salah as reason:
            report.say("SALAH", str(reason))
    for at, (origin, size, root) in enumerate(notes):
        for other in notes[:at]:
            if other[:2] == (origin, size) and other[2] != root:
                report.say("SALAH", f"DUA CATATAN BERTENTANGAN untuk ukuran {size}: riwayat log telah ditulis ulang")
    return report.worst


if __name__ == "__main__":
    sys.exit(main())
