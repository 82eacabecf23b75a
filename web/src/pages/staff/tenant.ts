import type { Body } from '../../api/client';

export type Tenant = Body<'/session/admin/organizations/{id}'>;
