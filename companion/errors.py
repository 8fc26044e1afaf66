"""The one tree of errors that this product raises on purpose.

Knows what can go wrong in a way that a user can mend. Refuses to know how it is shown.

Every leaf is also the builtin that a caller expects, and every message says what was
wanted, what was got and what to do.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Root of all errors raised on purpose. ``code`` is stable and machine readable."""

    code = "error"


class PictureUnreadable(CompanionError, ValueError):
    """A picture or video could not be decoded."""

    code = "unreadable"


class PictureTooSmall(PictureUnreadable):
    """A picture is below 16 x 16 pixels."""

    code = "too_small"


class PictureTooLarge(PictureUnreadable):
    """A picture is above 150 megapixels."""

    code = "too_large"


class PictureMissing(CompanionError, FileNotFoundError):
    """A named picture, video or folder does not exist, or a folder holds no picture."""

    code = "missing"


class PictureUnwritable(CompanionError, OSError):
    """A picture that was asked for cannot be written."""

    code = "unwritable"


class TrayUnusable(CompanionError, ValueError):
    """What was kept of a tray is damaged, or does not fit the pictures."""

    code = "tray_unusable"


class TrayMissing(CompanionError, FileNotFoundError):
    """No tray is kept where one was looked for."""

    code = "tray_missing"


class TrayUnwritable(CompanionError, OSError):
    """What is known of a tray, or a mat for it, cannot be written."""

    code = "tray_unwritable"


class LabelsUnusable(CompanionError, ValueError):
    """Labels of photographs are missing or cannot be understood."""

    code = "labels_unusable"


class NoAnswer(CompanionError, EOFError):
    """A person was asked, and nobody answered."""

    code = "no_answer"


class CameraLost(CompanionError, OSError):
    """A camera that was there gives no frames any more."""

    code = "camera_lost"


class CameraUnavailable(CompanionError, OSError):
    """The wanted camera cannot be opened."""

    code = "camera_unavailable"


class ConfigError(CompanionError, ValueError):
    """The configuration cannot be used."""

    code = "bad_config"


class BoardError(CompanionError, ValueError):
    """A board file cannot be used. ``faults`` lists every fault in a player's words."""

    code = "bad_board"

    def __init__(self, source: str, faults: tuple[str, ...]) -> None:
        self.source = source
        self.faults = faults
        super().__init__(f"The board {source} cannot be used: " + " ".join(faults))


class CorruptState(CompanionError, ValueError):
    """Stored or sent data is not a state, action or event of this game."""

    code = "corrupt"


class UnknownGame(CompanionError, LookupError):
    """No game of that name is known."""

    code = "unknown_game"


class BadSetup(CompanionError, ValueError):
    """A match cannot begin with these players and options."""

    code = "bad_setup"


class UnknownMatch(CompanionError, LookupError):
    """No match of that id is in the journal."""

    code = "unknown_match"


class JournalError(CompanionError, OSError):
    """The journal cannot be opened, read or written."""

    code = "journal"


class JournalTooNew(JournalError):
    """The journal was written by a newer version."""

    code = "journal_too_new"


class JournalDamaged(JournalError):
    """The journal's content contradicts itself."""

    code = "journal_damaged"


class StorageFull(JournalError):
    """There is no room to write; nothing that was shown is lost."""

    code = "storage_full"


class StorageReadOnly(JournalError):
    """The storage has become read-only, as it does when a disk or card fails."""

    code = "storage_read_only"


class StaleVersion(CompanionError, RuntimeError):
    """A submission was made against an older state of the table."""

    code = "stale"


class AddressInUse(CompanionError, OSError):
    """The port of the page is taken by another program."""

    code = "address_in_use"


class AddressUnusable(CompanionError, OSError):
    """The page cannot be offered at that address or port of this machine."""

    code = "address_unusable"


class DiceSetError(CompanionError, ValueError):
    """A set of taught dice cannot be used. ``faults`` lists every fault in an owner's words."""

    code = "bad_dice_set"

    def __init__(self, source: str, faults: tuple[str, ...]) -> None:
        self.source = source
        self.faults = faults
        super().__init__(f"The set of dice {source} cannot be used: " + " ".join(faults))


class DieNotFound(CompanionError, LookupError):
    """No die lies at the named place of a picture, or more than one may be meant."""

    code = "die_not_found"


class BundleUnwritable(CompanionError, OSError):
    """The file for a report of a fault cannot be written."""

    code = "bundle_unwritable"


class ServiceUnmeasurable(CompanionError, RuntimeError):
    """The table that was to be measured did not come up, or this system tells nothing of it."""

    code = "service_unmeasurable"


class LinkLost(CompanionError, ConnectionError):
    """Another machine cannot be reached, or does not take what it is sent."""

    code = "link_lost"


class BackupUnusable(CompanionError, ValueError):
    """A file is not a backup, is damaged, or was written by a newer version."""

    code = "backup_unusable"


class BackupUnwritable(CompanionError, OSError):
    """A backup, or what is restored from one, cannot be written."""

    code = "backup_unwritable"


class RestoreRefused(CompanionError, RuntimeError):
    """Restoring would put something away that nobody said may go."""

    code = "restore_refused"


class ReceiverGone(LinkLost):
    """Another machine wants nothing any more."""

    code = "receiver_gone"
