import type { StartPage } from './fields.ts'

/** A user's role at a vendor: `operator` runs the installation
 * (isAdmin), `admin` is the vendor's domain administrator. */
export type Role = 'operator' | 'admin' | 'staff' | 'customer'

export type Actor = {
  userId: string
  vendorId: string
  sessionId: string
  role: Role
  email: string
  name: string
  /** as stored; `startPageOf` says whether the role has it */
  startPage: StartPage
}

/** The caller; `null` without a session. */
export type Visitor = Actor | null

// Guards for a route's `allow`: the server authorises calls
// with them, the web client hides controls with them.
export const anyone = (_: Visitor): boolean => true
/** Every user with a session, of any role. */
export const signedIn = (caller: Visitor): caller is Actor => caller !== null
/** The vendor's administrators, and the operators of the installation. */
export const admin = (caller: Visitor): caller is Actor =>
  caller?.role === 'operator' || caller?.role === 'admin'
/** The vendor's own users: all but operators, whose accounts are the installation's. */
export const vendorUser = (caller: Visitor): caller is Actor =>
  caller !== null && caller.role !== 'operator'
/** Staff, administrators and operators: all users but customers. */
export const vendorTeam = (caller: Visitor): caller is Actor =>
  caller !== null && caller.role !== 'customer'
/** Customers, and administrators and operators on their behalf; staff have calls of their own. */
export const accountUser = (caller: Visitor): caller is Actor =>
  caller !== null && caller.role !== 'staff'
