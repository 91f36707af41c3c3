import { describe, expect, test } from 'vitest'
import { parseBucketUrl } from './s3-url.ts'
import { openStorage } from './storage.ts'

describe('a STORAGE_URL', () => {
  test('of AWS names its bucket and region', () => {
    expect(parseBucketUrl('s3://our-files?region=eu-central-1')).toEqual({
      bucket: 'our-files',
      region: 'eu-central-1',
      forcePathStyle: false,
    })
  })

  test('with an endpoint needs no other setting', () => {
    expect(parseBucketUrl('s3://our.files?endpoint=http://127.0.0.1:4569')).toEqual({
      bucket: 'our.files',
      endpoint: 'http://127.0.0.1:4569',
      region: 'us-east-1',
      forcePathStyle: true,
    })
  })

  test('can select the bucket in the host name', () => {
    expect(
      parseBucketUrl('s3://files?endpoint=https://s3.example.com&pathStyle=false').forcePathStyle,
    ).toBe(false)
  })

  test('can contain key and secret, with / and + written as %2F and %2B', () => {
    expect(parseBucketUrl('s3://KEY:a%2Fb%2Bc@files?region=eu-central-1').credentials).toEqual({
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b+c',
    })
  })

  test.each([
    ['https://bucket.example.com', /must start with s3:\/\//],
    ['our-files', /must start with s3:\/\//],
    ['s3://', /is not a URL|not the name of a bucket/],
    ['s3://Our_Files', /"Our_Files" is not the name of a bucket/],
    ['s3://files:9000', /a port belongs to the endpoint/],
    ['s3://files/folder', /names more than a bucket/],
    ['s3://files?endpoint=127.0.0.1:4569', /endpoint must be like https:/],
    ['s3://files?endpoint=http://127.0.0.1:4569/files', /endpoint must be like https:/],
    ['s3://files?endpoint=http://a&endpoint=http://b', /endpoint is set twice/],
    ['s3://files?pathstyle=true', /not "pathstyle"/],
    ['s3://files?region=eu-central-1&pathStyle=yes', /pathStyle must be true or false/],
    ['s3://KEY@files?region=eu-central-1', /both or neither of KEY and SECRET/],
    ['s3://KEY:100%@files?region=eu-central-1', /has a % that is not followed/],
    ['s3://KEY:se/cret@files?region=eu-central-1', /write \/ \+ @ and : in key and secret as %2F/],
  ])('like %s is refused with the reason', async (storageUrl, reason) => {
    await expect(openStorage({ storageUrl, dataDir: 'not used' })).rejects.toThrow(reason)
  })

  test.each([
    's3://KEY:a/hush@files',
    's3://KEY:a%hush@files',
    's3://KEY:12/hush@files',
    's3://KEY:hush@no_bucket',
  ])('like %s is refused without its secret in the message', async storageUrl => {
    const { message } = await openStorage({ storageUrl, dataDir: 'not used' }).catch(error => error)
    expect(message).toContain('STORAGE_URL')
    expect(message).not.toContain('hush')
  })
})
