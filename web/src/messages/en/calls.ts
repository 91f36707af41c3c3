import type { callMessages as tr } from '../tr/calls.ts'

export const callMessages: typeof tr = {
  fallbacks: {
    fetchMachines: 'Error fetching machines',
    updateMachines: 'Error updating machines',
    deleteMachine: 'Error deleting machine',
    fetchUsers: 'Error fetching user data',
    deleteUser: 'Error deleting user data',
  },
  network: 'Network Error. Check your connection and try again.',
  unexpected:
    'Something unexpected went wrong. Reload the page and try again; if it persists, tell the administrator of the portal.',
  languageAtNextLoad:
    'The Turkish texts could not be loaded. Check your connection and reload the page.',
  server: status =>
    `The server could not answer the request (error ${status}). Try again in a moment; if it persists, tell the administrator of the portal.`,
}
