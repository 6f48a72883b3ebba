#!/bin/sh
# Runs once, when the database is created. The site gets a role of its own that is no superuser. The superuser loses its
# password, so it can connect only from inside the container.
set -eu
psql --username postgres --dbname postgres --no-psqlrc --set ON_ERROR_STOP=1 <<'SQL'
\getenv password POSTGRES_PASSWORD
create role site login nosuperuser nocreatedb nocreaterole password :'password';
create database site owner site encoding 'UTF8' template template0;
revoke connect, temporary on database postgres from public;
alter role postgres password null;
SQL
