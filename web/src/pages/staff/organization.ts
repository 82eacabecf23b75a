import type { Body } from '../../api/client';

export type OrganizationInDepth = Body<'/session/admin/organizations/{id}'>;
