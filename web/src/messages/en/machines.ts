import type { machineMessages as tr } from '../tr/machines.ts'

export const machineMessages: typeof tr = {
  title: 'Machines',
  machine: 'Machine',
  count: count => (count === '1' ? '1 machine' : `${count} machines`),
  save: 'Save changes',

  name: 'Machine name',
  sku: 'SKU',
  description: 'Description',
  dateCreated: 'Added',
  noCatalogue: 'No machines in the catalogue yet',
  noCatalogueHint:
    'Add the models that you make or sell; then upload their manuals and assign them to companies.',
  noCatalogueToAssign: 'To assign a machine, first add it to the catalogue.',
  toCatalogue: 'Go to the catalogue',
  add: 'Add machine',
  added: 'Adding successful.',
  edit: 'Edit machine',
  delete: 'Delete machine',
  askDelete: 'Delete this machine?',
  filesDeleted: count =>
    count === '0'
      ? 'It has no such files.'
      : count === '1'
        ? '1 file is deleted with it.'
        : `${count} files are deleted with it.`,
  deleteAbout: 'It is deleted from the catalogue with its general files. This cannot be undone.',
  missing: 'Machine not found',
  missingHint:
    'There is no machine at this address; it may have been deleted, or its assignment removed.',
  toMachines: 'Back to the machines',

  serialNumber: 'Serial number',
  dateOfPurchase: 'Purchased',
  warranty: 'Warranty',
  noWarranty: 'No warranty',
  notes: 'Notes',
  notesHint: 'The customer sees this too.',
  facts: 'About this machine',
  noMachines: 'No machines yet',
  noMachinesYours:
    'Assign the machines this company has bought, from the catalogue; only then can it open tickets.',
  noMachinesTeam: 'Machines assigned to this company appear here.',
  noMachinesAccount: 'Your machines appear here. If one is missing, ask your vendor to add it.',
  assign: 'Assign machine',
  assigned: 'Machine assigned.',
  choose: 'Choose a machine',
  purchaseDay: 'Purchase date',
  warrantyDay: 'Warranty end date',
  warrantyHint:
    'Filled in as one year after the purchase; you can change it. Leave it empty if there is no warranty.',
  editOf: name => `Edit ${name}`,
  editFacts: 'Edit details',
  unassign: 'Remove assignment',
  unassignOf: name => `Remove the assignment of ${name}`,
  askUnassign: 'Remove this assignment?',
  unassignAbout:
    'The company no longer sees this machine and its general files, and opens no new tickets for it. Its private files are deleted; its old tickets stay.',
  manageGeneral: 'Manage general files',

  tickets: 'Tickets',
  openTickets: (count, more) =>
    `${count}${more ? '+' : ''} open ${count === 1 ? 'ticket' : 'tickets'}`,
  closedTickets: count => `${count === 100 ? '100+' : count} closed`,
  noOpenTickets: 'This machine has no open ticket.',
}
