import type { FastifyReply } from 'fastify'

export const sendJson = (reply: FastifyReply, text: string) => asJson(reply).send(Buffer.from(text))

export const asJson = (reply: FastifyReply) =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
