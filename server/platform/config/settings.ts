import { resolve } from 'node:path'
import { parseMailInUrl } from '#platform/mail/mail-in-url.ts'
import { parseScannerUrl } from '#platform/storage/scanner.ts'
import {
  atLeast,
  bytes,
  dkimKeys,
  hostList,
  integer,
  matching,
  networks,
  oneOf,
  origin,
  proxies,
  seconds,
  timeOfDay,
  url,
} from './setting-values.ts'

/** One setting. `description` and `unset` are Markdown for
 * docs/configuration.md; `expected` is the form of a valid value. */
export type Setting = {
  name: string
  group: string
  description: string
  expected: string
  /** Parses a value that is not empty, undefined when it is not
   * valid; `textOf` returns the text of another setting. */
  parse: (text: string, textOf: (name: string) => string | undefined) => unknown
} & (
  | { default: string } // the text that applies without a value
  | { unset: string } // a description of the behaviour without a value
)

export const settings = {
  port: {
    name: 'PORT',
    group: 'Server',
    description: 'The TCP port on which the server listens; `0` takes a free one.',
    default: '3000',
    expected: 'a port number from 0 to 65535',
    parse: integer(0, 65_535),
  },
  host: {
    name: 'HOST',
    group: 'Server',
    description:
      'The host name or address on which the server listens. `npm run demo` always listens on `localhost`.',
    default: 'localhost',
    expected: 'a host name or address',
    parse: matching(/^[\w.:-]+$/),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    group: 'Server',
    description:
      "The portal's public address. In links, the domain of each vendor takes the place of its host name, except in those of platform administrators, which lead here. With `https:`, answers have `Strict-Transport-Security`.",
    unset: '`http://localhost:$PORT`',
    expected: 'an address such as https://support.example.com, without a path',
    parse: origin,
  },
  dataDir: {
    name: 'DATA_DIR',
    group: 'Server',
    description: 'The directory of everything that the server stores on disk.',
    unset: '`./data/tezgah`; `./data/demo` for `npm run demo`',
    expected: 'a folder',
    parse: text => resolve(text),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    group: 'Server',
    description:
      'The reverse proxies from which the server accepts `X-Forwarded-For` ([proxy.md](proxy.md)): addresses, CIDR ranges, `loopback` (this machine), `linklocal` or `uniquelocal`; or the number of proxies in a row (1 to 9), when no client can bypass them. The compose files set the addresses of their own proxies, and no others.',
    default: 'loopback',
    expected: 'addresses or ranges such as 10.0.0.0/8, fd00::/8, or the number of proxies',
    parse: proxies,
  },
  stopDelay: {
    name: 'STOP_DELAY',
    group: 'Server',
    description:
      'The server accepts requests for this long after SIGTERM or SIGINT, while `/readyz` answers 503. Set it to more than twice the interval of the health checks of the load balancer.',
    default: '0s',
    expected: 'a time such as 5s',
    parse: text => (text === '0s' ? 0 : seconds(text)),
  },
  liveSupportUrl: {
    name: 'LIVE_SUPPORT_URL',
    group: 'Server',
    description:
      'The address of an external chat page. `{ticket}` in it becomes the id of the ticket.',
    unset: 'the built-in conversation, `/live/{ticket}`',
    expected: 'an address with {ticket} in it',
    parse: text => (text.includes('{ticket}') ? url('http:', 'https:')(text) : undefined),
  },
  pushHosts: {
    name: 'PUSH_HOSTS',
    group: 'Server',
    description:
      'Further hosts to which the server may send web pushes, besides the push services of Chrome, Edge, Firefox and Safari, separated by commas; each with its port where that is not 443. A host on loopback is reached by HTTP. `none` turns web push off: the server sends nothing to any push service.',
    unset: 'only the push services of the known browsers',
    expected: 'host names such as push.example.com or localhost:8090, separated by commas, or none',
    parse: hostList,
  },

  databaseUrl: {
    name: 'DATABASE_URL',
    group: 'Database',
    description:
      'A database of PostgreSQL 15 or newer with the extension `pg_trgm`, and the login of its owner, which may create roles: the server creates a login without privileges of its own for the requests, `tezgah_login_<database>`. Where `pg_hba.conf` lists the permitted users, add this login.',
    unset: 'an embedded PostgreSQL in `DATA_DIR/postgres`',
    expected: 'postgresql://user:password@host:port/database',
    parse: url('postgres:', 'postgresql:'),
  },
  poolUrl: {
    name: 'DATABASE_POOL_URL',
    group: 'Database',
    description:
      'A PgBouncer in transaction mode in front of `DATABASE_URL`, for the requests. Its user differs from the owner, who sees the rows of all vendors; the server creates the user when it does not exist. The queue, migrations, commands and backups connect to `DATABASE_URL`.',
    unset: 'requests connect to the database directly',
    expected:
      "postgresql://user:password@host:port/database, beside DATABASE_URL and with another user than that one's",
    parse: (text, textOf) =>
      hasOtherUser(text, textOf('DATABASE_URL'))
        ? url('postgres:', 'postgresql:')(text)
        : undefined,
  },
  poolPrepares: {
    name: 'DATABASE_POOL_PREPARES',
    group: 'Database',
    description:
      '`yes` when `DATABASE_POOL_URL` is PgBouncer 1.21 or newer with `max_prepared_statements`. Without prepared statements the database needs 1.6 to 4 times as much processor time for each answer ([measurements](decisions/0012-pgbouncer.md)).',
    default: 'no',
    expected: 'yes or no',
    parse: oneOf({ yes: true, no: false }),
  },

  storageUrl: {
    name: 'STORAGE_URL',
    group: 'Files',
    description: 'An S3 bucket for the files.',
    unset: 'files are stored in `DATA_DIR/files`',
    expected: 's3://bucket?endpoint=…&region=…',
    parse: url('s3:'),
  },
  uploadLimit: {
    name: 'UPLOAD_LIMIT',
    group: 'Files',
    description:
      'The largest file that a user can upload. A reverse proxy must accept bodies of this size.',
    default: '100 MB',
    expected: 'a size such as 500 KB, 100 MB or 2 GB',
    parse: bytes,
  },
  vendorQuota: {
    name: 'VENDOR_QUOTA',
    group: 'Files',
    description:
      'The total size of the files and messages of each vendor that has no quota of its own (`npm run vendor -- quota`).',
    unset: 'no limit',
    expected: 'a size such as 500 MB or 20 GB',
    parse: bytes,
  },
  clamavUrl: {
    name: 'CLAMAV_URL',
    group: 'Files',
    description: 'A ClamAV daemon that scans each file before any user can download it.',
    unset: 'files are not scanned for malware',
    expected: 'tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
    parse: text => (parseScannerUrl(text) ? text : undefined),
  },

  smtpUrl: {
    name: 'SMTP_URL',
    group: 'Mail',
    description: 'The mail server.',
    unset:
      'each mail becomes a file in `DATA_DIR/mail`, and administrators see the links to pass on',
    expected: 'smtp://user:password@host:port or smtps://…',
    parse: url('smtp:', 'smtps:'),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    group: 'Mail',
    description: "The sender's address.",
    default: 'destek@localhost',
    expected: 'an e-mail address',
    parse: matching(/^[^\s@<>]+@[^\s@<>]+$/),
  },
  mailSpf: {
    name: 'MAIL_SPF',
    group: 'Mail',
    description:
      'The SPF mechanism of the mail server of `SMTP_URL`. A vendor with a sender address of its own adds it to the SPF record of its domain ([mail.md](mail.md#the-sender)).',
    unset: 'no SPF record is asked of vendors',
    expected: 'a mechanism such as include:_spf.mail.example.com',
    parse: text =>
      matching(/^(?:(?:include|exists|a|mx):[a-z0-9_.-]+|ip4:[0-9./]+|ip6:[0-9a-f:./]+)$/)(
        text.toLowerCase(),
      ),
  },
  mailDkim: {
    name: 'MAIL_DKIM',
    group: 'Mail',
    description:
      'The DKIM keys of the mail server of `SMTP_URL`: a selector and the host name to which `{selector}._domainkey.{domain}` of a vendor’s domain points, which the vendor adds as a CNAME record.',
    unset: 'no DKIM record is asked of vendors',
    expected: 'selector=host, such as s1=s1.dkim.example.com,s2=s2.dkim.example.com',
    parse: dkimKeys,
  },
  notifyDelay: {
    name: 'NOTIFY_DELAY',
    group: 'Mail',
    description:
      'How long a mail about a ticket waits: what happens on the ticket meanwhile is in the same mail, and what its recipient has read meanwhile is not. `0s` sends at once.',
    default: '60s',
    expected: 'a time up to 1h such as 60s, or 0s',
    parse: text =>
      text === '0s'
        ? 0
        : (seconds(text) ?? Number.POSITIVE_INFINITY) <= 3_600
          ? seconds(text)
          : undefined,
  },
  mailInUrl: {
    name: 'MAIL_IN_URL',
    group: 'Mail',
    description:
      'Where the server receives replies by mail ([mail.md](mail.md)): it listens for SMTP or LMTP at this address, or reads a mailbox by IMAP. `domain` is the mail domain of the reply addresses. With `secret`, of at least 32 characters, it also takes raw mails at `POST /api/v1/mail`; `webhook:?domain=…&secret=…` takes only these.',
    unset: 'no mail is received',
    expected:
      'smtp://0.0.0.0:2525?domain=reply.example.com, lmtp://…, imaps://user:password@host/mailbox?domain=… or webhook:?domain=…&secret=…',
    parse: parseMailInUrl,
  },
  mailInTrust: {
    name: 'MAIL_IN_TRUST',
    group: 'Mail',
    description:
      'The mail server in front of `MAIL_IN_URL` whose `Authentication-Results` the server believes: the name with which that header begins. It must remove such headers that arrive with its name.',
    unset: 'the server checks DKIM, SPF and DMARC itself',
    expected: 'a host name such as mx.example.com',
    parse: matching(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i),
  },
  mailInClients: {
    name: 'MAIL_IN_CLIENTS',
    group: 'Mail',
    description:
      'From where the mail server of `MAIL_IN_TRUST` or `lmtp:` connects: addresses, CIDR ranges or `loopback` (this machine). Mails of other clients are checked and limited as without it. Mailboxes and webhooks are always believed.',
    default: 'loopback',
    expected: 'addresses or ranges such as 10.0.0.5, fd00::/8',
    parse: networks,
  },

  tokenSecret: {
    name: 'TOKEN_SECRET',
    group: 'Security and limits',
    description:
      'The secret from which the keys for sessions, links and second factors are derived. All instances have the same one. A new secret ends every session and invalidates every link, and second factors and recovery codes must be reset ([security.md](security.md)).',
    unset: 'generated at the first start and stored in `DATA_DIR/token-secret`',
    expected: 'at least 32 characters',
    parse: atLeast(32),
  },
  tokenLifetime: {
    name: 'TOKEN_LIFETIME',
    group: 'Security and limits',
    description:
      'How long a session lasts after the sign-in, unless it is kept on a device ([security.md](security.md#sessions)).',
    default: '12h',
    expected: 'a time such as 30m, 12h or 7d',
    parse: seconds,
  },
  operatorSecondFactor: {
    name: 'OPERATOR_SECOND_FACTOR',
    group: 'Security and limits',
    description:
      'Whether platform administrators must have two-step sign-in. Where it is `required`, one without it sets it up at the next sign-in, at any vendor ([deployment.md](deployment.md#platform-administrators)).',
    unset:
      '`required` as soon as `PUBLIC_URL` leads elsewhere than to this machine, else `optional`',
    expected: 'required or optional',
    parse: oneOf({ required: true, optional: false }),
  },
  limitFactor: {
    name: 'LIMIT_FACTOR',
    group: 'Security and limits',
    description:
      'Multiplies every rate limit, for installations where very many users share one address.',
    default: '1',
    expected: 'a whole number from 1 to 1000',
    parse: integer(1, 1000),
  },
  auditLifetime: {
    name: 'AUDIT_LIFETIME',
    group: 'Security and limits',
    description: 'How long the audit keeps its entries; at least `30d`.',
    default: '730d',
    expected: 'a time of at least 30d, such as 730d',
    parse: text => ((seconds(text) ?? 0) >= 30 * 86_400 ? seconds(text) : undefined),
  },

  backupDir: {
    name: 'BACKUP_DIR',
    group: 'Backup',
    description:
      'The directory into which the server writes a daily backup. Of several instances one writes it, so all of them need access to the directory.',
    unset: 'no backup is made',
    expected: 'a folder',
    parse: text => resolve(text),
  },
  backupAt: {
    name: 'BACKUP_AT',
    group: 'Backup',
    description: 'When the daily backup starts, in UTC.',
    default: '02:30',
    expected: 'a time of day such as 02:30, in UTC',
    parse: timeOfDay,
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    group: 'Backup',
    description: 'How many daily backups are kept; the oldest ones are deleted.',
    default: '7',
    expected: 'a number from 1 to 9999',
    parse: integer(1, 9999),
  },

  metricsToken: {
    name: 'METRICS_TOKEN',
    group: 'Observability',
    description: 'The bearer token with which a client reads `/metrics`.',
    unset:
      '`/metrics` is refused; while `PUBLIC_URL` leads to this machine only, a client on it reads `/metrics`, and none through a proxy',
    expected: 'at least 16 characters',
    parse: atLeast(16),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    group: 'Observability',
    description:
      'An OpenTelemetry collector that receives OTLP over HTTP. The OpenTelemetry library also reads the standard variables `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_BSP_…` itself.',
    unset: 'no traces, and the OpenTelemetry library is not loaded',
    expected: 'http://host:4318',
    parse: url('http:', 'https:'),
  },
  otlpTracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    group: 'Observability',
    description:
      'The full address to which traces are sent. It takes precedence over `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    unset: '`$OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces`',
    expected: 'http://host:4318/v1/traces',
    parse: url('http:', 'https:'),
  },
  otlpProtocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    group: 'Observability',
    description:
      'Traces are sent as JSON with either value; a collector that accepts `http/protobuf` accepts JSON at the same address.',
    unset: 'JSON',
    expected: 'http/json or http/protobuf',
    parse: matching(/^http\/(json|protobuf)$/),
  },
  traceService: {
    name: 'OTEL_SERVICE_NAME',
    group: 'Observability',
    description: 'The service name in traces.',
    default: 'tezgah',
    expected: 'a name',
    parse: text => text,
  },
  tracesExporter: {
    name: 'OTEL_TRACES_EXPORTER',
    group: 'Observability',
    description: '`none` turns traces off; every other value is ignored.',
    unset: 'traces are sent when an endpoint is set',
    expected: 'none',
    parse: text => text,
  },
  otelDisabled: {
    name: 'OTEL_SDK_DISABLED',
    group: 'Observability',
    description: '`true` turns traces off; every other value is ignored.',
    default: 'false',
    expected: 'true or false',
    parse: text => text.toLowerCase() === 'true',
  },
} satisfies Record<string, Setting>

type ValueOf<S> = S extends { default: string; parse: (...args: never[]) => infer T }
  ? Exclude<T, undefined>
  : S extends { parse: (...args: never[]) => infer T }
    ? T | undefined
    : never
export type SettingValues = { [K in keyof typeof settings]: ValueOf<(typeof settings)[K]> }

/** The owner's login sees the rows of all vendors, so the requests need another user. */
function hasOtherUser(poolUrl: string, databaseUrl = '') {
  const [user, owner] = [URL.parse(poolUrl)?.username, URL.parse(databaseUrl)?.username]
  return user && owner !== undefined && user !== owner
}
