-- src/features/identity/server/provider/account-link-query.ts

delete from account_links where ctid = any(array(select ctid from account_links where ends_at < now() limit $1));
