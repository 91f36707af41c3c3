import type { Cluster } from './cluster.ts'
import { port } from './socket.ts'

/**
 * PostgreSQL's settings, given on its command line at every start, so that a newer Tezgah's take effect on an older
 * cluster and nothing in the cluster's own postgresql.conf contradicts them. Sized for a laptop; fsync stays on.
 */
export const settings = ({ socket }: Pick<Cluster, 'socket'>): Record<string, string> => ({
  // Reached through a folder that only its owner may enter, never over the network: so it needs no password.
  listen_addresses: '',
  unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  port: `${port}`,

  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_compression: 'on',
  random_page_cost: '1.1', // solid state
  jit: 'off', // compiling costs more than these short queries take

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'tezgah',
})
