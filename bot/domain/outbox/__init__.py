"""The outbox: notices that are still to be sent.

A notice is written in the transaction that causes it (``enqueue``). A sender first claims it for a
minute, which counts an attempt, then sends it and deletes the row (``service.Outbox``). If
``attempts`` is above one, an earlier sender may have sent it and stopped before deleting it, so
look first.
"""
