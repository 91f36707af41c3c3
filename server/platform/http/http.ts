import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Returns, Route } from '#contract/route.ts'
import { bodyLimitOf } from './body-limit.ts'
import type { Call, CallServices, DetachedCall } from './calls.ts'
import { detachedCall } from './detached-call.ts'
import { jsonCall } from './json-call.ts'
import { receive, receivedCalls } from './receive.ts'

export const apiBase = '/api/v1/domain/:domain'

type Handler<R extends Route, S> = R extends { detached: true }
  ? (call: DetachedCall<R, S>) => Promise<unknown>
  : (call: Call<R, S>) => Promise<Returns<R>> | Returns<R>
type Handlers<R, S> = { [K in keyof R]: R[K] extends Route ? Handler<R[K], S> : never }

/** Registers a feature's routes under names `feature.verb`; its handlers use
 * the services `S`. A route without a handler is a compile error. */
export const registerRoutes =
  <R extends Record<string, Route>, S = unknown>(
    feature: string,
    routes: R,
    handlers: Handlers<R, S>,
  ) =>
  (http: FastifyInstance, platform: S & CallServices) => {
    for (const [verb, route] of Object.entries<Route>(routes)) {
      const name = `${feature}.${verb}`
      const handler = (handlers as Record<string, unknown>)[verb]
      const call: RouteOptions = {
        method: route.method,
        url: apiBase + route.path,
        bodyLimit: bodyLimitOf(route),
        config: { isStream: route.stream === true, isUpload: route.upload === true },
        onRequest: async request =>
          void receivedCalls.set(request, await receive(name, route, request, platform)),
        handler: route.detached
          ? detachedCall(name, route, handler as (call: DetachedCall) => Promise<unknown>, platform)
          : jsonCall(name, route, handler as (call: Call) => Promise<unknown>, platform),
      }
      if (route.upload) http.register(async scope => withoutBodyParser(scope, call))
      else http.route(call)
    }
  }

/** Answers with `message` once the work is done. */
export async function withMessage(message: string, work: Promise<unknown>) {
  await work
  return { message }
}

function withoutBodyParser(http: FastifyInstance, call: RouteOptions) {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', (_, payload, done) => done(null, payload))
  http.route(call)
}
