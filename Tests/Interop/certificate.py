"""A new certificate for 127.0.0.1, 127.0.0.2 and localhost, which is its own authority."""

import os
import subprocess


def certificate(folder):
    """Returns the paths of the certificate and of its key."""
    paths = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2",
         "-out", paths[0], "-keyout", paths[1]],
        check=True, stderr=subprocess.DEVNULL)
    return paths
