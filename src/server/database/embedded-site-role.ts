import { createHash } from 'node:crypto'
import pg from 'pg'
import { parseDatabaseUrl } from './database-url.ts'

/** The PostgreSQL role that the site connects as: it owns the tables and is not a superuser. */
export const SITE_ROLE = 'prompts'

/**
 * Derives the role's password from the superuser's password by a one-way function so that only one secret is
 * stored.
 */
export const deriveSitePassword = (superuserPassword: string): string =>
  createHash('sha256').update(`${SITE_ROLE}:${superuserPassword}`).digest('base64url')

/**
 * Creates the role, and makes it the owner of objects that an earlier version of the site created as the superuser.
 * Idempotent.
 */
export const prepareSiteRole = async (superuserUrl: string, password: string): Promise<void> => {
  const { isPreparedByRequest: _, ...config } = parseDatabaseUrl(superuserUrl)
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SITE_ROLE])
    const verb = rowCount ? 'alter' : 'create'
    await client.query(
      `${verb} role ${SITE_ROLE} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    )
    await client.query(`alter database postgres owner to ${SITE_ROLE}`)
    await client.query(REASSIGN_OWNER_SQL)
  } finally {
    await client.end()
  }
}

/** Reassigns to this role every object in `public` that another role owns, except objects that belong to extensions. */
const REASSIGN_OWNER_SQL = `
  do $$
  declare statement text;
  begin
    for statement in
      select format('alter %s %s owner to ${SITE_ROLE}',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and c.relowner <> '${SITE_ROLE}'::regrole
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i') and d.classid = 'pg_class'::regclass)
      union all
      select format('alter %s %s owner to ${SITE_ROLE}', case p.prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end, p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proowner <> '${SITE_ROLE}'::regrole
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e' and d.classid = 'pg_proc'::regclass)
      union all
      select format('alter text search %s %s owner to ${SITE_ROLE}', kind, quote_ident(name))
      from (
        select 'configuration' as kind, cfgname as name, oid, 'pg_ts_config'::regclass as class from pg_ts_config
        where cfgnamespace = 'public'::regnamespace and cfgowner <> '${SITE_ROLE}'::regrole
        union all
        select 'dictionary', dictname, oid, 'pg_ts_dict'::regclass from pg_ts_dict
        where dictnamespace = 'public'::regnamespace and dictowner <> '${SITE_ROLE}'::regrole
      ) t
      where not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e' and d.classid = t.class)
    loop
      execute statement;
    end loop;
  end $$`
