"""Every clause of the Tactics rulebook, every fact and ruling: id, section of the rulebook, where it lives.

Their texts, in our own words, are in locale/; the tests that show them carry `@pytest.mark.clause`.
"""

from escaramuza.games.basics import Clause

# The rulebook's first part has no heading of its own.
SECTIONS = ("Tactics", "Movimiento", "Carga", "Carga inicial", "Captura", "Rulings")

CLAUSES = [
    Clause("T-G1", "Tactics", "state.STATE"),
    Clause("T-G2", "Tactics", "rules.movement.apply_move"),
    Clause("T-G3", "Tactics", "rules.movement.next_turn"),
    Clause("T-G4", "Tactics", "rules.deployment.check_ready"),
    Clause("T-G5", "Tactics", "view.view"),
    Clause("T-G6", "Tactics", "tables.TAKES"),
    Clause("T-D1", "Tactics", "rules.deployment.check_place"),
    Clause("T-D2", "Tactics", "rules.deployment.check_place"),
    Clause("T-D3", "Tactics", "tables.HOME"),
    Clause("T-D4", "Tactics", "rules.deployment.check_place"),
    Clause("T-D5", "Tactics", "rules.deployment.apply_roll"),
    Clause("T-D6", "Tactics", "rules.deployment.apply_ready"),
    Clause("T-M1", "Movimiento", "rules.movement.start_turn"),
    Clause("T-M2", "Movimiento", "rules.movement.check_move"),
    Clause("T-M3", "Movimiento", "rules.movement.move_cost"),
    Clause("T-M4", "Movimiento", "rules.movement.move_cost"),
    Clause("T-M5", "Movimiento", "rules.movement.check_target"),
    Clause("T-M6", "Movimiento", "rules.movement.apply_move"),
    Clause("T-M7", "Movimiento", "rules.movement.check_move"),
    Clause("T-M8", "Movimiento", "rules.movement.check_move"),
    Clause("T-C1", "Carga", "rules.movement.start_turn"),
    Clause("T-C2", "Carga", "rules.movement.check_move"),
    Clause("T-C3", "Carga", "rules.movement.move_cost"),
    Clause("T-C4", "Carga", "rules.movement.check_move"),
    Clause("T-I1", "Carga inicial", "rules.movement.start_turn"),
    Clause("T-K1", "Captura", "rules.movement.check_target"),
    Clause("T-K2", "Captura", "rules.movement.check_target"),
    Clause("T-K3", "Captura", "tables.TAKES"),
    Clause("T-K4", "Captura", "tables.TAKES"),
    Clause("T-K5", "Captura", "rules.movement.apply_move"),
    Clause("T-K6", "Captura", "rules.movement.apply_move"),
    Clause("T-F1", "Rulings", "tables.CAPTURES"),
    Clause("T-F2", "Rulings", "tables.GUARD_SQUARE"),
    Clause("T-R1", "Rulings", "rules.deployment.apply_roll"),
    Clause("T-R2", "Rulings", "observe.observe"),
    Clause("T-R3", "Rulings", "rules.movement.start_turn"),
    Clause("T-R4", "Rulings", "rules.movement.check_move"),
    Clause("T-R5", "Rulings", "rules.movement.apply_end"),
    Clause("T-R6", "Rulings", "rules.movement.next_turn"),
    Clause("T-R7", "Rulings", "rules.deployment.apply_choice"),
    Clause("T-R8", "Rulings", "rules.movement.check_move"),
    Clause("T-R9", "Rulings", "rules.movement.pass_while_stuck"),
    Clause("T-R10", "Rulings", "rules.movement.apply_move"),
    Clause("T-E1", "Rulings", "rules.deployment.check_place"),
    Clause("T-E2", "Rulings", "rules.deployment.check_ready"),
    Clause("T-E3", "Rulings", "position.parse_position"),
]
