/** What a user is to the vendor: `operator` runs the installation (isAdmin), `admin` is the vendor's domain administrator. */
export type Role = 'operator' | 'admin' | 'staff' | 'customer'

/** Who is asking: a user with a live session at one vendor. */
export type Actor = {
  userId: string
  vendorId: string
  sessionId: string
  role: Role
  email: string
  name: string
}

/** `null` is a visitor without a session. */
export type Visitor = Actor | null

// The guards a route's `allow` is made of. The server gates with them, the page hides the button with them.
export const anyone = (_: Visitor): boolean => true
export const signedIn = (who: Visitor): who is Actor => who !== null
export const admin = (who: Visitor): who is Actor => who?.role === 'operator' || who?.role === 'admin'
export const vendorTeam = (who: Visitor): who is Actor => who !== null && who.role !== 'customer'
export const accountUser = (who: Visitor): who is Actor => who !== null && who.role !== 'staff'
