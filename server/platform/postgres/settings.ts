import { totalmem } from 'node:os'
import type { Cluster } from './cluster.ts'
import { port } from './socket.ts'

/**
 * PostgreSQL's settings, given on its command line at every start, so that a newer Tezgah's take effect on an older
 * cluster and nothing in the cluster's own postgresql.conf contradicts them. fsync stays on.
 */
export const settings = ({ socket }: Pick<Cluster, 'socket'>): Record<string, string> => ({
  // Reached through a folder that only its owner may enter, never over the network: so it needs no password.
  listen_addresses: '',
  unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  port: `${port}`,

  max_connections: '60',
  ...cachesFor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1', // solid state
  jit: 'off', // compiling costs more than these short queries take

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'tezgah',
})

/**
 * How much PostgreSQL may keep in memory where there are so many bytes of it: an eighth, for what a million tickets are found by, and
 * 2 GB at the most, as each costs 25 MB while nobody asks for anything. It assumes half of the memory to hold what was read before.
 */
export const cachesFor = (memory: number) => ({
  shared_buffers: `${megabytes(Math.min(Math.max(memory / 8, 128 * 2 ** 20), 2 ** 31))}MB`,
  effective_cache_size: `${megabytes(memory / 2)}MB`,
})

const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20)
