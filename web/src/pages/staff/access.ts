import { viewer } from '../../live/viewer.svelte';

/** Names of what staff may be allowed, in the words of the pages. */
const PERMISSIONS: Record<string, string> = {
  modules_manage: 'Modules and pages',
  users_manage: 'People',
  orgs_manage: 'Organizations',
  plans_manage: 'Plans',
  audit_view: 'Audit log',
  editorial: 'Corrections',
  billing_manage: 'Billing',
};

export const permissions = Object.keys(PERMISSIONS);
export const permissionName = (permission: string) => PERMISSIONS[permission] ?? permission;

export interface Room {
  key: string;
  label: string;
  href: string;
  /** The permission that opens it; null for everybody of staff. */
  needs: string | null;
}

export const rooms: Room[] = [
  { key: 'staff', label: 'Overview', href: '/staff', needs: null },
  { key: 'staff.modules', label: 'Modules', href: '/staff/modules', needs: 'modules_manage' },
  { key: 'staff.people', label: 'People', href: '/staff/people', needs: 'users_manage' },
  { key: 'staff.organizations', label: 'Organizations', href: '/staff/organizations', needs: 'orgs_manage' },
  { key: 'staff.colleagues', label: 'Colleagues', href: '/staff/colleagues', needs: 'alpha' },
  { key: 'staff.plans', label: 'Plans', href: '/staff/plans', needs: 'plans_manage' },
  { key: 'staff.audit', label: 'Audit', href: '/staff/audit', needs: 'audit_view' },
  { key: 'staff.routes', label: 'Routes', href: '/staff/routes', needs: 'modules_manage' },
  { key: 'staff.conflicts', label: 'Contradictions', href: '/staff/load-conflicts', needs: 'audit_view' },
  { key: 'staff.corrections', label: 'Corrections', href: '/staff/corrections', needs: 'editorial' },
];

/** The rooms that the viewer may enter. */
export const openRooms = () => rooms.filter(({ needs }) => (needs ? viewer.may(needs) : viewer.isStaff));
