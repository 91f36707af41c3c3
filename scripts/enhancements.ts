/** Features that one of the oldest supported browsers lacks, by their keys in MDN's
 * compatibility data, and why the portal works there all the same. */
type Enhancement = {
  keys: string[]
  because: string
  /** The only style sheets that may use them, below `web/src`. */
  files?: string[]
}

export const styleEnhancements: Enhancement[] = [
  {
    keys: ['css.types.color.light-dark'],
    because: 'the build compiles it',
  },
  {
    keys: ['css.selectors.popover-open'],
    because: 'within :is() beside [data-open], which popovers.ts sets',
  },
  {
    keys: ['css.selectors.has'],
    because: 'a pointer, the width of a column, a tint, an empty fact, a choice on paper',
    files: [
      'people/RoleField.module.css',
      'ui/layout/Facts.module.css',
      'ui/layout/Toasts.module.css',
      'ui/table/Cards.module.css',
      'ui/table/Grid.module.css',
    ],
  },
  {
    keys: ['css.at-rules.container', 'css.properties.container-type'],
    because: 'the width of the window stands in, or a larger font cuts lines',
    files: [
      'files/AttachedFile.module.css',
      'files/FileName.module.css',
      'home/MachinesDrawing.module.css',
      'notifications/settings/NotificationSettingsPage.module.css',
      'tickets/queue/TicketCard.module.css',
      'tickets/TicketLink.module.css',
      'tickets/conversation/Composer.module.css',
      'tickets/queue/QueueCells.module.css',
      'ui/table/BriefRows.module.css',
      'ui/table/CardLines.module.css',
      'ui/table/Cards.module.css',
      'ui/table/RowName.module.css',
    ],
  },
  {
    keys: ['css.properties.field-sizing'],
    because: 'a script measures the text where the browser does not',
    files: ['tickets/conversation/Composer.module.css'],
  },
  {
    keys: ['css.types.color.color-mix'],
    because: 'a colour before it stands in, or a hover is not tinted',
    files: ['files/AttachedFile.module.css'],
  },
  {
    keys: ['css.properties.text-wrap'],
    because: 'lines break as they always did',
  },
  {
    keys: ['css.properties.outline'],
    because: 'Safari before 16.4 draws it without round corners',
  },
  {
    keys: ['css.properties.accent-color', 'css.properties.forced-color-adjust'],
    because: 'a control has the colours of the system',
  },
  {
    keys: ['css.properties.scrollbar-gutter', 'css.properties.overscroll-behavior'],
    because: 'the page below a dialog moves a little',
  },
  {
    keys: [
      'css.properties.content-visibility',
      'css.properties.contain-intrinsic-size',
      'css.properties.contain-intrinsic-block-size',
    ],
    because: 'all is laid out, which takes longer',
  },
  {
    keys: ['css.properties.overflow-anchor'],
    because: 'what has no scroll anchoring has none to turn off',
  },
  {
    keys: ['css.properties.font-family.ui-monospace'],
    because: 'the next font of the list stands in',
  },
]

export const scriptEnhancements: Enhancement[] = [
  {
    keys: ['api.AbortSignal.any_static', 'api.URL.parse_static'],
    because: 'polyfills.ts has them',
  },
  {
    keys: ['api.HTMLElement.hidePopover', 'api.HTMLElement.togglePopover'],
    because: 'popovers.ts has them',
  },
  {
    keys: ['api.AbortSignal.timeout_static'],
    because: 'Chrome before 124 aborts with another error, whose name nothing reads',
  },
  {
    keys: ['api.IDBFactory.databases'],
    because: 'elsewhere what a killed browser has lost is not restored; its callers catch that',
  },
  {
    keys: ['api.Navigator.setAppBadge', 'api.Navigator.clearAppBadge'],
    because: 'called where they exist; the icon has no number elsewhere',
  },
  {
    keys: [
      'api.NotificationEvent.notification',
      'api.PushEvent.data',
      'api.PushManager.getSubscription',
      'api.PushManager.subscribe',
      'api.PushMessageData.json',
      'api.PushSubscription.endpoint',
      'api.PushSubscription.options',
      'api.PushSubscription.toJSON',
      'api.PushSubscription.unsubscribe',
      'api.PushSubscriptionOptions.applicationServerKey',
      'api.ServiceWorkerRegistration.pushManager',
      'api.ServiceWorkerRegistration.showNotification',
      'api.ServiceWorkerGlobalScope.push_event',
    ],
    because: 'browserSupport.ts offers pushes where they exist',
  },
  {
    keys: [
      'api.OffscreenCanvas',
      'api.OffscreenCanvas.convertToBlob',
      'api.OffscreenCanvas.getContext',
      'api.OffscreenCanvas.height',
      'api.OffscreenCanvas.width',
      'api.OffscreenCanvasRenderingContext2D',
    ],
    because: 'where a worker has no canvas, a HEIC picture is sent as it is',
  },
  {
    keys: ['api.HTMLSelectElement.showPicker'],
    because: 'the arrow keys choose where a key does not open the list',
  },
  {
    keys: ['api.Element.auxclick_event'],
    because: 'a row opens in a new tab by the link in it',
  },
]
