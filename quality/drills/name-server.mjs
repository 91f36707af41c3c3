import { setServers } from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a server of a drill: it asks the DNS of the drill.
setServers([process.env.DRILL_DNS])
syncBuiltinESMExports() // of modules that import `resolve` by its name
