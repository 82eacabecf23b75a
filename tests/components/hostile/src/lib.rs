//! A component that tries to take more than it may. The tests load it beside the real families and look at what the
//! host says, and whether the neighbours notice. `retired.rs` is harmless: an operation that is to be retired.

pub mod attacks;
pub mod deferring;
pub mod holding;
pub mod retired;

quarry_sdk::plugin! {
    name: "hostile",
    summary: "Tries to take more than it may; for tests only.",
    grants: [Warehouse],
    endpoints: [
        attacks::loop_for_ever,
        attacks::fill_memory,
        attacks::panic_on_purpose,
        attacks::overflow_stack,
        attacks::write_huge_answer,
        attacks::write_large_answer,
        attacks::write_huge_refusal,
        attacks::write_refusal_of_many_values,
        attacks::flood_log,
        attacks::run_many_statements,
        attacks::insist_on_statements,
        attacks::run_undeclared_statement,
        attacks::pose_as_another,
        attacks::use_ungranted_store, attacks::answer_with_ungranted_object,
        attacks::answer_with_error_status,
        attacks::remember,
        holding::sleep,
        holding::trickle,
        holding::ask_slowly,
        holding::ask_for_many_rows,
        retired::list_retired,
        deferring::hand_on,
        deferring::hand_on_page,
        deferring::defer_slowly,
        deferring::defer_many_rows,
        deferring::defer_many_statements,
        deferring::defer_in_vain,
        deferring::look_at_deferred,
        deferring::defer_undeclared,
        deferring::defer_in_stream,
    ],
}
