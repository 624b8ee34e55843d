"""What a host does beside running the bot: check how it is set up, copy the database, restore it,
move it.
"""

# exit statuses: something outside of the settings is wrong; a setting is
FAILED = 1
BAD_SETTING = 2


class Failed(Exception):
    """It cannot be done; the text says why in one line for the host, without passwords.

    ``status``: the exit status.
    """

    status = FAILED


class FailedForGood(Failed):
    """It cannot be done with these settings, however often it is tried; systemd's unit does not
    start it again.
    """

    status = BAD_SETTING


def port_refused(setting: str, host: str, port: int, error: OSError) -> Failed:
    """The error of a port that cannot be opened.

    :param setting: the setting that names the port.
    """
    reason = error.strerror or error
    return Failed(f"{setting} cannot be used: port {port} of {host} cannot be opened: {reason}")
