import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built web client. Returns a function that makes the page of a path, with
 * a new nonce, and its content security policy. `x.html` is that of `/x`, else index.html. */
export async function serveWeb(http: FastifyInstance, folder: string) {
  const pages = new Map(
    readdirSync(folder)
      .filter(file => file.endsWith('.html'))
      .map(file => [
        `/${file.slice(0, -'.html'.length)}`,
        readFileSync(join(folder, file), 'utf8'),
      ]),
  )
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    globIgnore: ['*.html', '.*/**', '**/*.{br,gz}'],
    wildcard: false,
    setHeaders: (reply, path) => {
      const isWorker = /[\\/]sw\.js(\.\w+)?$/.test(path)
      reply.header(
        'cache-control',
        path.includes('/assets/')
          ? 'public, max-age=31536000, immutable'
          : isWorker
            ? 'no-cache'
            : 'public, max-age=3600',
      )
      if (isWorker) reply.header('content-security-policy', workerPolicy)
      if (/[\\/]pictureWorker-[^\\/]+$/.test(path))
        reply.header('content-security-policy', pictureWorkerPolicy)
    },
  })
  return (path: string) => {
    const nonce = randomBytes(16).toString('base64')
    const page = pages.get(path) ?? pages.get('/index') ?? ''
    return { page: page.replaceAll('__CSP_NONCE__', nonce), policy: contentPolicy(nonce) }
  }
}

/** A service worker has the policy of its own response. */
const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** It decodes pictures by WebAssembly, which no page may run. */
const pictureWorkerPolicy = workerPolicy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'")

const contentPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
