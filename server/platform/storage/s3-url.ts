import type { S3ClientConfig } from '@aws-sdk/client-s3'

const example = 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1&pathStyle=true'
const settings = ['endpoint', 'region', 'pathStyle']

/** A bucket's name, and where and as whom the client reaches it. */
export type BucketAddress = { bucket: string } & Pick<S3ClientConfig, 'endpoint' | 'region' | 'forcePathStyle' | 'credentials'>

/**
 * Reads STORAGE_URL: `s3://bucket` or `s3://KEY:SECRET@bucket`, with `endpoint`, `region` and `pathStyle` behind a question mark.
 * Without a key the client looks for credentials where AWS's tools do. With an endpoint of one's own the region need
 * not be said and the bucket stands in the path, as such servers want it. Throws with what is wrong, never with the secret.
 */
export function parseBucketUrl(storageUrl: string): BucketAddress {
  if (!storageUrl.startsWith('s3://')) throw wrong('it must start with s3://')
  if (!URL.canParse(storageUrl)) throw wrong('it is no URL; write / + @ and : in key and secret as %2F %2B %40 and %3A')
  const url = new URL(storageUrl)

  const bucket = url.hostname
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong(`"${bucket}" is not the name of a bucket`)
  if (url.port) throw wrong('a port belongs to the endpoint, not to the bucket')
  if (url.pathname.length > 1 || url.hash) throw wrong('it names more than a bucket')

  for (const name of url.searchParams.keys()) {
    if (!settings.includes(name)) throw wrong(`it knows ${settings.join(', ')}, not "${name}"`)
    if (url.searchParams.getAll(name).length > 1) throw wrong(`${name} is said twice`)
  }
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') ?? (endpoint && 'us-east-1')
  const pathStyle = url.searchParams.get('pathStyle') ?? (endpoint ? 'true' : 'false')
  if (endpoint !== null && !/^https?:\/\/[^/@]+\/?$/.test(endpoint)) throw wrong('endpoint must be like https://s3.example.com')
  if (pathStyle !== 'true' && pathStyle !== 'false') throw wrong('pathStyle is true or false')

  return {
    bucket,
    forcePathStyle: pathStyle === 'true',
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...credentialsIn(url),
  }
}

function credentialsIn({ username, password }: URL): Pick<BucketAddress, 'credentials'> {
  if (!username && !password) return {}
  if (!username || !password) throw wrong('it needs both or neither of KEY and SECRET before the @')
  try {
    return { credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) } }
  } catch {
    throw wrong('KEY or SECRET has a % that is not followed by two hexadecimal digits')
  }
}

const wrong = (reason: string) => new Error(`STORAGE_URL: ${reason}. For example: ${example}`)
