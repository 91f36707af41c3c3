import * as z from 'zod/mini'
import { admin, vendorTeam } from './actor.ts'
import { Done, id, line } from './fields.ts'
import { limits } from './limits.ts'
import { del, get, post } from './route.ts'

/** Of one vendor. */
export const maxTopics = 100

/** Of one ticket. */
export const maxTopicsOfTicket = 20

/** By what the vendor's team classifies its tickets: no answer to a customer has one. */
export const Topic = z.object({ _id: id, name: z.string() })
export type Topic = z.output<typeof Topic>

export const NewTopic = z.object({ name: line(limits.topic) })

export const topics = {
  list: get('/staff/topic', {
    allow: vendorTeam,
    about: "The vendor's topics of tickets, by name",
    returns: z.object({ topics: z.array(Topic) }),
  }),
  get: get('/admin/topic/:topic', {
    allow: admin,
    about: 'A topic with the number of its tickets, closed and archived ones included',
    returns: z.extend(Topic, { tickets: z.int() }),
  }),
  create: post('/admin/topic', {
    allow: admin,
    about: `Add a topic, of ${maxTopics} of the vendor`,
    body: NewTopic,
    returns: Topic,
    creates: true,
    changes: 'team',
  }),
  update: post('/admin/topic/:topic', {
    allow: admin,
    about: 'Rename a topic, which its tickets keep',
    body: NewTopic,
    returns: Done,
    changes: 'team',
  }),
  remove: del('/admin/topic/:topic', {
    allow: admin,
    about: 'Delete a topic, also from its tickets',
    returns: Done,
    changes: 'team',
  }),
}
