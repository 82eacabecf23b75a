//! Files of chain data: loaded whole or not at all, decoded exactly, replaced by reorganisations; the sample; what lenses read.

mod changes;
mod cut_off;
mod decoded_elsewhere;
mod documented_schema;
mod doors;
mod explorer_tables;
mod exports;
mod files;
mod finished;
mod finished_lending;
mod followed;
mod gate;
mod lending;
mod newest;
mod prices;
mod protocols;
mod readings;
mod real_data;
mod sample_chain;
mod shapes;
mod tracking;
mod truth;
mod withdrawal;
mod worth;
mod wrappings;
