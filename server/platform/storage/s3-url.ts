import type { S3ClientConfig } from '@aws-sdk/client-s3'

const example = 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1&pathStyle=true'
const settings = ['endpoint', 'region', 'pathStyle']

export type BucketAddress = { bucket: string } & Pick<
  S3ClientConfig,
  'endpoint' | 'region' | 'forcePathStyle' | 'credentials'
>

/** Parses `s3://[KEY:SECRET@]bucket?endpoint=&region=&pathStyle=`;
 * finds a missing key as AWS's tools do. @throws without the secret */
export function parseBucketUrl(storageUrl: string): BucketAddress {
  if (!storageUrl.startsWith('s3://')) throw invalidUrl('it must start with s3://')
  if (!URL.canParse(storageUrl))
    throw invalidUrl('it is not a URL; write / + @ and : in key and secret as %2F %2B %40 and %3A')
  const url = new URL(storageUrl)

  const bucket = url.hostname
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw invalidUrl(`"${bucket}" is not the name of a bucket`)
  if (url.port) throw invalidUrl('a port belongs to the endpoint, not to the bucket')
  if (url.pathname.length > 1 || url.hash) throw invalidUrl('it names more than a bucket')

  for (const name of url.searchParams.keys()) {
    if (!settings.includes(name))
      throw invalidUrl(`only ${settings.join(', ')} are supported, not "${name}"`)
    if (url.searchParams.getAll(name).length > 1) throw invalidUrl(`${name} is set twice`)
  }
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') ?? (endpoint && 'us-east-1')
  const pathStyle = url.searchParams.get('pathStyle') ?? (endpoint ? 'true' : 'false')
  if (endpoint !== null && !/^https?:\/\/[^/@]+\/?$/.test(endpoint))
    throw invalidUrl('endpoint must be like https://s3.example.com')
  if (pathStyle !== 'true' && pathStyle !== 'false')
    throw invalidUrl('pathStyle must be true or false')

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
  if (!username || !password)
    throw invalidUrl('it needs both or neither of KEY and SECRET before the @')
  try {
    return {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }
  } catch {
    throw invalidUrl('KEY or SECRET has a % that is not followed by two hexadecimal digits')
  }
}

const invalidUrl = (reason: string) => new Error(`STORAGE_URL: ${reason}. For example: ${example}`)
