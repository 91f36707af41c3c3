import { sql } from 'kysely'

/** The address of a row of `users`, by the table or its alias; empty of a contact without one. */
export const addressOf = (users: string) => sql<string>`coalesce(${sql.ref(`${users}.email`)}, '')`
