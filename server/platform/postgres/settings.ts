import { totalmem } from 'node:os'
import type { Cluster } from './cluster.ts'
import { port } from './socket.ts'

/** Settings for PostgreSQL's command line, which override those
 * of an older cluster's postgresql.conf (record 0025). */
export const postgresSettings = ({ socket }: Pick<Cluster, 'socket'>): Record<string, string> => ({
  // No password is necessary, as only the owner can enter the folder of the socket.
  listen_addresses: '',
  unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  port: `${port}`,

  max_connections: '60',
  ...cacheSettings(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1', // SSD
  jit: 'off', // compiling takes longer than these short queries

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'tezgah',
})

/** An eighth of `memory` (bytes) as buffers, 128 MB to 2 GB, each of
 * which costs 25 MB when idle; half as file cache (record 0025). */
export const cacheSettings = (memory: number) => ({
  shared_buffers: `${megabytes(Math.min(Math.max(memory / 8, 128 * 2 ** 20), 2 ** 31))}MB`,
  effective_cache_size: `${megabytes(memory / 2)}MB`,
})

const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20)
