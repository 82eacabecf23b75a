//! The staff console: the modules and their switches, people, organizations, plans, staff, and the audit log.
//!
//! Credentials, and everything that sessions and keys depend on, are changed by the host's verbs (`people`, `modules`), which
//! check the caller again. Everything else is a statement of this component in one transaction with its audit entry. Staff
//! never change the entitlements of an organization that they belong to: [`organizations::of_others`].
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod audit;
pub mod dashboard;
pub mod impersonation;
pub mod modules;
pub mod organizations;
pub mod plans;
pub mod reason;
pub mod search;
pub mod spa_routes;
pub mod staff;
pub mod storage;
pub mod users;

quarry_sdk::plugin! {
    name: "staff",
    summary: "The staff console: modules, people, organizations, plans, staff and the audit log.",
    grants: [AppStore, Identity, Audit, Modules, People, PersonalData, FirstParty],
    migrations: ["migrations/0001_spa_routes.sql"],
    // Of the family classroom; this one counts their bytes.
    tenant_tables: [classroom_assignments { organization_id as tenant, pinned_by_user_id as caller.user_id }],
    personal_data: [
        staff__spa_routes.changed_by_user_id {
            export: spa_routes::ExportPageSwitches, erase: column
        },
    ],
    endpoints: [
        impersonation::begin::begin_impersonation,
        impersonation::end::end_impersonation,
        users::list::list_users,
        users::update_role::update_user_role,
        users::update_subscription::update_user_subscription,
        users::toggle_disabled::toggle_user_disabled,
        users::reset_two_factor::reset_user_two_factor,
        users::sign_out_everywhere::sign_out_user,
        users::revoke_keys::revoke_user_keys,
        organizations::list::list_organizations_for_staff,
        organizations::get::get_organization_for_staff,
        organizations::update::update_organization_for_staff,
        organizations::update_subscription::update_organization_subscription,
        organizations::override_entitlement::override_entitlement,
        organizations::suspend::suspend_organization,
        organizations::restore::restore_organization,
        organizations::clear_overrides::clear_entitlement_overrides,
        staff::list::list_staff,
        staff::get::get_staff,
        staff::update::update_staff,
        staff::promote::promote_staff,
        staff::demote::demote_staff,
        dashboard::get::get_dashboard,
        plans::list::list_plans,
        plans::create::create_plan,
        plans::new::new_plan,
        plans::get::get_plan,
        plans::update::update_plan,
        modules::list::list_modules,
        modules::toggle::toggle_module,
        storage::get::get_storage,
        audit::list::list_audit,
        spa_routes::list::list_spa_routes,
        spa_routes::toggle::toggle_spa_route,
    ],
}
