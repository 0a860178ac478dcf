-- The audit log without the calls that only read: an open console makes many of those.
create index audit_log_changes on audit_log (id) where method not in ('GET', 'HEAD');
