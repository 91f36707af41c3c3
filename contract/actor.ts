/** A user's role at a vendor: `operator` runs the installation (isAdmin), `admin` is the vendor's domain administrator. */
export type Role = 'operator' | 'admin' | 'staff' | 'customer'

export type Actor = {
  userId: string
  vendorId: string
  sessionId: string
  role: Role
  email: string
  name: string
}

/** The caller; `null` without a session. */
export type Visitor = Actor | null

// Guards for a route's `allow`: the server authorises calls with them, the web client hides controls with them.
export const anyone = (_: Visitor): boolean => true
export const signedIn = (caller: Visitor): caller is Actor => caller !== null
export const admin = (caller: Visitor): caller is Actor => caller?.role === 'operator' || caller?.role === 'admin'
export const vendorTeam = (caller: Visitor): caller is Actor => caller !== null && caller.role !== 'customer'
export const accountUser = (caller: Visitor): caller is Actor => caller !== null && caller.role !== 'staff'
