// SPDX-License-Identifier: Apache-2.0
// Decompositions and inner loops of Eigen that many of Rigor's sources use. The quick build
// compiles them once (eigen_functions.cpp) and tells every other source, by its precompiled header,
// that they are made elsewhere. Only functions that are not inline are on the list: the others are
// made anyway.
#include <Eigen/Dense>

#ifndef RIGOR_MADE
#define RIGOR_MADE extern template
#endif

namespace Eigen {

RIGOR_MADE void PartialPivLU<MatrixXd>::compute();
RIGOR_MADE void FullPivLU<MatrixXd>::computeInPlace();
RIGOR_MADE void HouseholderQR<MatrixXd>::computeInPlace();
RIGOR_MADE void ColPivHouseholderQR<MatrixXd>::computeInPlace();
RIGOR_MADE LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
RIGOR_MADE LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);

RIGOR_MADE void LDLT<MatrixXd>::_solve_impl_transposed<true>(const VectorXd&, VectorXd&) const;
RIGOR_MADE void LLT<MatrixXd>::_solve_impl_transposed<true>(const VectorXd&, VectorXd&) const;
RIGOR_MADE void HouseholderQR<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
RIGOR_MADE void ColPivHouseholderQR<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
RIGOR_MADE void FullPivLU<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;

RIGOR_MADE void TriangularViewImpl<const MatrixXd, UnitLower, Dense>::solveInPlace<OnTheLeft>(
    const MatrixBase<VectorXd>&) const;
RIGOR_MADE void TriangularViewImpl<const MatrixXd, Upper, Dense>::solveInPlace<OnTheLeft>(
    const MatrixBase<VectorXd>&) const;

namespace internal {

// Matrix times vector: the matrix by rows or by columns, the vector close together or one of a row.
RIGOR_MADE struct general_matrix_vector_product<
    Index, double, const_blas_data_mapper<double, Index, RowMajor>, RowMajor, false, double,
    const_blas_data_mapper<double, Index, ColMajor>, false, Specialized>;
RIGOR_MADE struct general_matrix_vector_product<
    Index, double, const_blas_data_mapper<double, Index, ColMajor>, ColMajor, false, double,
    const_blas_data_mapper<double, Index, RowMajor>, false, Specialized>;
RIGOR_MADE struct general_matrix_vector_product<
    Index, double, const_blas_data_mapper<double, Index, ColMajor>, ColMajor, false, double,
    const_blas_data_mapper<double, Index, ColMajor>, false, Specialized>;
RIGOR_MADE struct general_matrix_vector_product<
    Index, double, const_blas_data_mapper<double, Index, RowMajor>, RowMajor, false, double,
    const_blas_data_mapper<double, Index, RowMajor>, false, BuiltIn>;

// Matrix times matrix: both are packed, then multiplied block by block.
RIGOR_MADE struct gebp_kernel<
    double, double, Index, blas_data_mapper<double, Index, ColMajor, Unaligned, 1>,
    gebp_traits<double, double>::mr, gebp_traits<double, double>::nr, false, false>;
RIGOR_MADE struct gemm_pack_lhs<double, Index, const_blas_data_mapper<double, Index, ColMajor>,
                                gebp_traits<double, double>::mr,
                                gebp_traits<double, double>::LhsProgress,
                                gebp_traits<double, double>::LhsPacket4Packing, ColMajor>;
RIGOR_MADE struct gemm_pack_lhs<double, Index, const_blas_data_mapper<double, Index, RowMajor>,
                                gebp_traits<double, double>::mr,
                                gebp_traits<double, double>::LhsProgress,
                                gebp_traits<double, double>::LhsPacket4Packing, RowMajor>;
RIGOR_MADE struct gemm_pack_rhs<double, Index, const_blas_data_mapper<double, Index, ColMajor>,
                                gebp_traits<double, double>::nr, ColMajor>;
RIGOR_MADE struct gemm_pack_rhs<double, Index, const_blas_data_mapper<double, Index, RowMajor>,
                                gebp_traits<double, double>::nr, RowMajor>;
RIGOR_MADE void evaluateProductBlockingSizesHeuristic<double, double, 1, Index>(Index&, Index&,
                                                                                Index&, Index);
RIGOR_MADE void evaluateProductBlockingSizesHeuristic<double, double, 4, Index>(Index&, Index&,
                                                                                Index&, Index);

// Triangular matrices.
RIGOR_MADE struct triangular_solve_matrix<double, Index, OnTheLeft, UnitLower, false, ColMajor,
                                          ColMajor, 1>;
RIGOR_MADE struct triangular_solve_matrix<double, Index, OnTheLeft, Lower, false, ColMajor,
                                          ColMajor, 1>;
RIGOR_MADE struct triangular_solve_matrix<double, Index, OnTheLeft, Upper, false, ColMajor,
                                          ColMajor, 1>;
RIGOR_MADE struct triangular_solve_matrix<double, Index, OnTheLeft, Upper, false, RowMajor,
                                          ColMajor, 1>;

// Householder vectors, applied many at a time.
RIGOR_MADE void apply_block_householder_on_the_left(Block<MatrixXd>&, const Block<MatrixXd>&,
                                                    const VectorBlock<const VectorXd>&, bool);

}  // namespace internal
}  // namespace Eigen
